// How an agent connects, ready to paste, with its key filled in.

export const SNIPPETS = ['MCP', 'curl', 'TypeScript', 'Python'] as const;
export type SnippetName = (typeof SNIPPETS)[number];

const ASK = '{"kind":"test.hello","title":"Say hello","preview":{"body":"Hello from my agent"}}';

export function snippet(name: SnippetName, origin: string, key: string): string {
  switch (name) {
    case 'MCP':
      return JSON.stringify(
        {
          mcpServers: {
            countersign: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } },
          },
        },
        null,
        2,
      );
    case 'curl':
      return `curl ${origin}/v1/actions \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${ASK}'`;
    case 'TypeScript':
      return `import { Countersign } from '@countersign/sdk';

const countersign = new Countersign({
  baseUrl: '${origin}',
  apiKey: '${key}',
});
const decided = await countersign.requestApproval({
  kind: 'test.hello',
  title: 'Say hello',
  preview: { body: 'Hello from my agent' },
});
console.log(decided.status);`;
    case 'Python':
      return `import json, urllib.request

request = urllib.request.Request(
    "${origin}/v1/actions",
    data=json.dumps({
        "kind": "test.hello",
        "title": "Say hello",
        "preview": {"body": "Hello from my agent"},
    }).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
)
print(json.load(urllib.request.urlopen(request))["inbox_url"])`;
  }
}
