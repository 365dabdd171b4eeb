// The host of a link.

import { mainPart } from '@countersign/contract/shown/links';

/** The part somebody had to register is in bold: the rest of a host can say anything. */
export function Host({ host }: { readonly host: string }) {
  const main = mainPart(host);
  return (
    <bdi translate={false}>
      {host.slice(0, host.length - main.length)}
      <b>{main}</b>
    </bdi>
  );
}
