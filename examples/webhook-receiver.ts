// A receiver of webhooks: believes only what the service has signed, and carries out each approval once.
//
//   COUNTERSIGN_API_KEY=csk_… COUNTERSIGN_WEBHOOK_SECRET=whsec_… PORT=3000 npx node examples/webhook-receiver.ts
//
// Propose actions with `callback_url` set to its address. One on this machine or in its network is refused, unless the
// service was started with SERVICE_ALLOW_PRIVATE_TARGETS=1; `countersign listen --forward-to http://localhost:3000` brings
// the webhooks there without that.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Conflict, Countersign, digestOf, NotGenuine, verifyReceipt, verifyWebhook } from '@countersign/sdk';

const countersign = new Countersign(); // COUNTERSIGN_API_KEY, COUNTERSIGN_URL
const secrets = process.env.COUNTERSIGN_WEBHOOK_SECRET ?? ''; // `webhook_secret` of GET /v1/project

/** Longer than carrying it out takes, and shorter than the minute after which an unanswered webhook comes again. */
const LEASE_SECONDS = 50;

async function carryOut(id: string): Promise<void> {
  try {
    await countersign.claimAction(id, { lease_s: LEASE_SECONDS }); // of several deliveries and workers, one gets it
  } catch (error) {
    if (error instanceof Conflict) return; // someone has it, or it is done
    throw error;
  }
  const action = await countersign.getAction(id);
  // The receipt is the service's signature under the approval; the digest is of what is here. They must agree.
  const keys = await countersign.getJwks();
  await verifyReceipt(action.decision?.receipt ?? '', keys, { actionId: id, digest: await digestOf(action) });

  console.log(`Carrying out ${action.title}: ${action.decision?.final_preview?.body}`); // the deed
  // It is done now, whatever becomes of the report: an error from here on would bring the webhook, and the deed, again.
  await countersign.reportResult(id, { status: 'executed' }).catch(console.error);
}

const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const answer = (status: number) => response.writeHead(status).end();
  try {
    // The raw bytes: parsed and written again, they would be others.
    const { event } = await verifyWebhook({ headers: request.headers, rawBody: Buffer.concat(chunks), secrets });
    if (event.status === 'approved') await carryOut(event.action_id);
    else console.log(`${event.action_id} is ${event.status}`);
    answer(204);
  } catch (error) {
    if (error instanceof NotGenuine) return void answer(401);
    console.error(error);
    answer(500); // the service tries again
  }
});

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
