// `url_diff`: a page at an address, or a part of it.

import { checkAddress, givenUrl } from './given-address.ts';
import { ITEM_FIELDS, type Kind } from './kind.ts';

export const urlDiff: Kind = {
  reads: 'page',
  fields: [...ITEM_FIELDS, 'added', 'removed'],
  checkConfig: (config) => checkAddress('url_diff', config),
  urlOf: (_settings, config) => givenUrl(config),
  isAddressGiven: true,
  partOf: ({ query }) => query,
};
