// What the conformance suite wants to find in a server, as it asks for it. It is served by our own door in place of our
// tools: the suite then judges the door.

import { setTimeout as delay } from 'node:timers/promises';
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { OpenProtocol } from '../../src/mcp/protocol.ts';
import { registerRounds, stateCodec } from './fixture-rounds.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

const NOTHING = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });

const CONTENTS = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
} as const;

const SCHEMA_2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

function registerTools(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENTS)) {
    server.registerTool(name, { description: name, inputSchema: NOTHING }, () => ({ content: [...content] }));
  }
  const done = { content: [text('done')] };
  const pause = () => delay(50);
  const tools: Record<string, (ctx: ServerContext) => Promise<typeof done>> = {
    test_error_handling: () => Promise.reject(new Error('This tool intentionally returns an error for testing')),
    async test_tool_with_logging({ mcpReq }) {
      await mcpReq.log('info', 'Tool execution started');
      await pause();
      await mcpReq.log('info', 'Tool processing data');
      await pause();
      await mcpReq.log('info', 'Tool execution completed');
      return done;
    },
    async test_logging_tool({ mcpReq }) {
      await mcpReq.log('info', 'a line');
      return done;
    },
    async test_tool_with_progress({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
        }
        await pause();
      }
      return done;
    },
  };
  for (const [name, run] of Object.entries(tools)) {
    server.registerTool(name, { description: name, inputSchema: NOTHING }, (_args, ctx) => run(ctx));
  }
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(SCHEMA_2020) },
    () => done,
  );
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  server.registerTool(
    'test_custom_header',
    {
      description: 'Tool with a parameter that is also a header',
      inputSchema: fromJsonSchema({
        type: 'object',
        properties: { region, query: { type: 'string' } },
        required: ['region'],
      }),
    },
    () => done,
  );
}

function registerResources(server: McpServer): void {
  const meta = { description: 'for tests' };
  server.registerResource(
    'static-text',
    'test://static-text',
    { ...meta, mimeType: 'text/plain' },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { ...meta, mimeType: 'image/png' },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'image/png', blob: PIXEL }],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { ...meta, mimeType: 'application/json' }, ({ href: uri }, { id }) => ({
    contents: [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
}

function registerPrompts(server: McpServer): void {
  const wanting = <T>(...names: string[]) =>
    fromJsonSchema<T>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    });
  const says = (...contents: object[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content: content as ReturnType<typeof text> })),
  });
  const described = (name: string) => ({ description: name });
  server.registerPrompt('test_simple_prompt', described('simple'), () =>
    says(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { ...described('arguments'), argsSchema: wanting<{ arg1: string; arg2: string }>('arg1', 'arg2') },
    ({ arg1, arg2 }) => says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described('resource'), argsSchema: wanting<{ resourceUri: string }>('resourceUri') },
    ({ resourceUri }) =>
      says(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', described('image'), () =>
    says(image, text('Please analyze the image above.')),
  );
}

function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1' },
    {
      capabilities: { logging: {}, completions: {}, resources: { subscribe: true } },
      requestState: { verify: stateCodec.verify },
    },
  );
  registerTools(server);
  registerResources(server);
  registerPrompts(server);
  registerRounds(server);
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
}

/** As our own, but for what is served; and the arguments go back to where the library looks for them. */
export const openFixtures: OpenProtocol = (_tools, report) => {
  const { fetch: answer } = createMcpHandler(fixtureServer, {
    legacy: 'stateless',
    responseMode: 'sse',
    onerror: report,
  });
  return ({ request, body, calls }) => {
    const { id, params, ...rest } = (body ?? {}) as { id?: string | number; params?: object };
    const call = id === undefined ? undefined : calls.get(id);
    const whole = call ? { ...rest, id, params: { ...params, arguments: call.args } } : body;
    return answer(request, { parsedBody: whole });
  };
};
