// `npm run screenshots`: the pictures of the README, taken of the real inbox with real actions.

import { closeBrowser } from './support/browser.ts';
import { givenAgent, openInbox } from './support/inbox.ts';

const REPLY = `# Re: Refund for order #4411

Hi Dana,

Thanks for reaching out. We can refund **€129.00** to your card within *5 working days*.

| Item | Qty | Price |
|---|---|---|
| Widget | 2 | €49.00 |
| Shipping | 1 | €31.00 |

[View your order](https://shop.acme.example/orders/4411)

> You wrote: “where is my refund?”`;

const PATCH = `--- a/src/page.ts
+++ b/src/page.ts
@@ -1,3 +1,3 @@
 export function lastOf(items) {
-  return items[items.length];
+  return items[items.length - 1];
 }
`;

async function take(name: string, options: { phone?: boolean; dark?: boolean }, open: RegExp): Promise<void> {
  const inbox = await openInbox(options);
  const agent = await givenAgent(inbox);
  await agent.createAction({
    kind: 'payment.send',
    title: 'Pay invoice INV-2201 to раypal.com (€4,800)',
    preview: { format: 'markdown', body: 'Pay **€4,800.00** to раypal.com.\n\nIBAN DE89 3704 0044 0532 0130 00' },
    payload: { iban: 'DE89370400440532013000', amount: 4800, currency: 'EUR' },
    callback_url: 'https://agent.example/hook',
    undo: 'Ask the bank to recall it within 24 hours.',
    idempotent: false,
    expires_in: 400,
  });
  await agent.createAction({
    kind: 'email.send',
    title: 'Reply to ACME about the refund',
    preview: { format: 'markdown', body: REPLY },
    editable: ['preview.body', 'title'],
    target_url: 'https://mail.example.com/thread/4411',
    expires_in: 1700,
  });
  await agent.createAction({
    kind: 'code.patch',
    title: 'Fix off-by-one in pagination',
    preview: { format: 'diff', body: PATCH },
    expires_in: 5400,
  });
  const leads = ['Acme', 'Globex', 'Initech', 'Umbrella', 'Stark', 'Wayne', 'Hooli', 'Wonka'];
  for (const [n, lead] of leads.entries())
    await agent.createAction({
      kind: 'crm.update',
      title: `Move ${lead} to stage “won”`,
      preview: { body: 'Signed on the call today; contract attached in the CRM.' },
      expires_in: 7200 + n * 3600,
    });
  const { page } = inbox;
  await page.locator('.action-row').nth(3).waitFor();
  await page.locator('.action-row').filter({ hasText: open }).first().click();
  await page.locator('.written').first().waitFor();
  await page.waitForTimeout(800);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: new URL(`../docs/images/${name}.png`, import.meta.url).pathname });
  await inbox.stop();
}

await take('inbox', {}, /Reply to ACME/);
await take('inbox-dark', { dark: true }, /Pay invoice/);
await take('phone', { phone: true }, /Pay invoice/);
await closeBrowser();
