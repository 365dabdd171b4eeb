// A DNS server of one's own on loopback: answers as it is told, with a time to live of 0, or not at all.

import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { parseAddress } from '../../src/world/address-guard.ts';

export type DnsAnswer = readonly string[] | 'SERVFAIL' | 'NXDOMAIN' | 'silence';

export interface NameServer {
  /** For `setServers`. */
  readonly server: string;
  /** What it says about a name; a list of answers is given in turn, the last one for ever. */
  answers(name: string, answer: DnsAnswer, ...next: readonly DnsAnswer[]): void;
  /** The name is another name for this one. */
  alias(name: string, target: string): void;
  /** Says nothing when this name is asked for this kind of address. */
  mute(name: string, family: 4 | 6): void;
  /** How often it was asked for the name, of either family. */
  asked(name: string): number;
}

const A = 1;
const CNAME = 5;
const AAAA = 28;

export async function startNameServer(t: { after(clean: () => unknown): void }): Promise<NameServer> {
  const known = new Map<string, DnsAnswer[]>();
  const aliases = new Map<string, string>();
  const counts = new Map<string, number>();
  const muted = new Set<string>();
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 << 20 });

  /** Each family is asked for apart: a turn is over when both have had it. */
  const answerFor = (name: string): DnsAnswer => {
    const turns = known.get(name) ?? ['NXDOMAIN'];
    const turn = Math.floor(((counts.get(name) ?? 1) - 1) / 2);
    return turns[Math.min(turn, turns.length - 1)] ?? 'NXDOMAIN';
  };

  socket.on('message', (query, sender) => {
    const { name, type, end } = questionOf(query);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const target = aliases.get(name);
    const answer = target === undefined ? answerFor(name) : (known.get(target)?.[0] ?? 'NXDOMAIN');
    if (answer === 'silence' || muted.has(`${name} ${type}`)) return;
    const code = answer === 'SERVFAIL' ? 2 : answer === 'NXDOMAIN' ? 3 : 0;
    const addresses = typeof answer === 'string' ? [] : answer.filter((each) => each.includes(':') === (type === AAAA));
    const records = [
      ...(target === undefined ? [] : [record(labels(name), CNAME, labels(target))]),
      ...addresses.map((each) => record(labels(target ?? name), type, bytesOf(each))),
    ];
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 | code, 2); // an answer, recursion done
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    answers: (name, ...turns) => void known.set(name, turns),
    alias: (name, target) => void aliases.set(name, target),
    mute: (name, family) => void muted.add(`${name} ${family === 4 ? A : AAAA}`),
    asked: (name) => counts.get(name) ?? 0,
  };
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const parts: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    parts.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: parts.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function labels(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
    Buffer.from([0]),
  ]);
}

function bytesOf(address: string): Buffer {
  const bytes = Buffer.from(parseAddress(address) ?? []);
  return address.includes(':') ? bytes : bytes.subarray(12);
}

/** Class IN, time to live 0. */
function record(name: Buffer, type: number, data: Buffer): Buffer {
  const middle = Buffer.alloc(10);
  middle.writeUInt16BE(type, 0);
  middle.writeUInt16BE(1, 2);
  middle.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, middle, data]);
}
