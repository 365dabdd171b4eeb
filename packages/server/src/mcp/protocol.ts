// The protocol library, and the only file that knows it. Loaded at the first call: it takes more time and memory than the
// rest of the server.

import { listTools, TOOLS_INSTRUCTIONS, TOOLS_VERSION, type Tool } from '@countersign/contract';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Given, GivenCall, RequestId } from './messages.ts';
import type { ToolResult } from './result.ts';

/** How long a client may keep the list of tools, which changes only with a new version. */
const LIST_TTL_MS = 300_000;

export interface Performing {
  readonly signal: AbortSignal;
  /** Undefined when the client did not ask for progress. */
  readonly progress: ((message: string) => void) | undefined;
}

/** One HTTP request, as the protocol sees it. */
export interface Exchange {
  readonly request: Request;
  /** Without the arguments of tool calls: those are in `calls`. */
  readonly body: unknown;
  readonly calls: Given['calls'];
  /** Undefined when there is no such tool. */
  perform(call: GivenCall, performing: Performing): Promise<ToolResult> | undefined;
}

export type Protocol = (exchange: Exchange) => Promise<Response>;
export type OpenProtocol = (tools: Readonly<Record<string, Tool>>, report: (error: Error) => void) => Protocol;

/** Every revision from one endpoint: what a client says decides, request by request; nothing is remembered. */
export const openProtocol: OpenProtocol = (tools, report) => {
  const listed = listTools(tools);

  const serverFor = ({ calls, perform }: Exchange): Server => {
    const server = new Server(
      { name: 'countersign', title: 'Countersign', version: TOOLS_VERSION },
      {
        capabilities: { tools: {} },
        instructions: TOOLS_INSTRUCTIONS,
        cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
      },
    );
    server.setRequestHandler('tools/list', ({ params }) => {
      if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
      return { tools: listed };
    });
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken;
      let progress = 0;
      const tell = (message: string) => {
        const told = { progressToken: token as RequestId, progress: ++progress, message };
        mcpReq.notify({ method: 'notifications/progress', params: told }).catch(report); // the client is gone
      };
      const call = calls.get(mcpReq.id);
      const performing = { signal: mcpReq.signal, progress: token === undefined ? undefined : tell };
      const performed = call && perform(call, performing);
      if (performed) return performed;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    });
    return server;
  };

  const { fetch: answer } = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.exchange as Exchange), {
    legacy: 'stateless',
    responseMode: 'sse',
    onerror: report,
  });
  return (exchange) => {
    const { request, body: parsedBody } = exchange;
    // Who calls is settled before; the library only hands the exchange on.
    return answer(request, { parsedBody, authInfo: { token: '', clientId: '', scopes: [], extra: { exchange } } });
  };
};
