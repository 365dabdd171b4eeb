// `rss`: a feed at an address, whatever its format.

import { checkAddress, givenUrl } from './given-address.ts';
import { ITEM_FIELDS, type Kind } from './kind.ts';

export const rss: Kind = {
  reads: 'feed',
  fields: ITEM_FIELDS,
  checkConfig: (config) => checkAddress('rss', config),
  urlOf: (_settings, config) => givenUrl(config),
  isAddressGiven: true,
};
