// Tools that ask the client for something before they answer, round by round, as the conformance suite wants them.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

export const stateCodec = createRequestStateCodec<string>({ key: 'a key for tests, of thirty-two bytes' });

const elicit = (message: string, name: string, type = 'string') => ({
  method: 'elicitation/create' as const,
  params: { message, requestedSchema: { type: 'object' as const, properties: { [name]: { type } }, required: [name] } },
});
const sample = (words: string) => ({
  method: 'sampling/createMessage' as const,
  params: { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }], maxTokens: 100 },
});
const roots = { method: 'roots/list' as const, params: {} };

type Asked = Readonly<Record<string, object>>;

/** What a tool asks in each round; answered in full, it goes on to the next, and at last it is done. */
interface Rounds {
  readonly asks: readonly Asked[];
  readonly withState?: true;
}

const NAME = { user_name: elicit('What is your name?', 'name') };

const TOOLS: Readonly<Record<string, Rounds>> = {
  test_input_required_result_elicitation: { asks: [NAME] },
  test_streaming_elicitation: { asks: [NAME] },
  test_input_required_result_sampling: { asks: [{ capital_question: sample('What is the capital of France?') }] },
  test_input_required_result_list_roots: { asks: [{ client_roots: roots }] },
  test_input_required_result_request_state: {
    asks: [{ confirm: elicit('Please confirm', 'ok', 'boolean') }],
    withState: true,
  },
  test_input_required_result_tampered_state: {
    asks: [{ confirm: elicit('Please confirm', 'ok', 'boolean') }],
    withState: true,
  },
  test_input_required_result_multiple_inputs: {
    asks: [{ ...NAME, greeting: sample('Generate a greeting'), client_roots: roots }],
    withState: true,
  },
  test_input_required_result_multi_round: {
    asks: [
      { step1: elicit('Step 1: What is your name?', 'name') },
      { step2: elicit('Step 2: What is your favorite color?', 'color') },
    ],
    withState: true,
  },
};

async function nextRound(
  { asks, withState }: Rounds,
  { mcpReq }: ServerContext,
): Promise<InputRequiredResult | undefined> {
  const answers = (mcpReq.inputResponses ?? {}) as Readonly<Record<string, unknown>>;
  const state = mcpReq.requestState<string>();
  const round = state === undefined ? 0 : Number(state);
  const asked = asks[round] ?? {};
  const answered = Object.keys(asked).every((name) => Object.hasOwn(answers, name));
  const next = answered && (!withState || state !== undefined) ? round + 1 : round;
  const open = asks[next];
  if (!open) return undefined;
  const requestState = withState
    ? { requestState: await stateCodec.mint(String(next), { mcpReq } as ServerContext) }
    : {};
  return { resultType: 'input_required', inputRequests: open, ...requestState } as InputRequiredResult;
}

function declaredBy({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  return (mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
}

const answersOf = ({ mcpReq }: ServerContext) => JSON.stringify(mcpReq.inputResponses ?? {});

export function registerRounds(server: McpServer): void {
  const inputSchema = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });
  for (const [name, rounds] of Object.entries(TOOLS)) {
    server.registerTool(name, { description: name, inputSchema }, async (_args, ctx) => {
      const asked = await nextRound(rounds, ctx);
      return asked ?? { content: [{ type: 'text', text: `state-ok ${answersOf(ctx)}` }] };
    });
  }
  const capabilities = 'test_input_required_result_capabilities';
  server.registerTool(capabilities, { description: capabilities, inputSchema }, async (_args, ctx) => {
    const declared = declaredBy(ctx);
    const inputRequests = {
      ...(declared?.sampling ? { words: sample('Say something') } : {}),
      ...(declared?.elicitation ? NAME : {}),
    };
    return { resultType: 'input_required', inputRequests } as InputRequiredResult;
  });
  const context = { user_context: elicit('What context should the prompt use?', 'context') };
  server.registerPrompt('test_input_required_result_prompt', { description: 'asks first' }, async (ctx) => {
    const asked = await nextRound({ asks: [context] }, ctx);
    return asked ?? { messages: [{ role: 'user', content: { type: 'text', text: answersOf(ctx) } }] };
  });
}
