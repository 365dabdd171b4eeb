// That nobody can say where they come from, except a proxy we were told to trust.

import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { clientAddress } from './client-address.ts';

function addressOf(remoteAddress: string | undefined, headers: IncomingHttpHeaders, trusted = ''): string {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: trusted });
  return clientAddress({ socket: { remoteAddress } as Socket, headers }, trustedProxies);
}

const forwarded = (list: string): IncomingHttpHeaders => ({ 'x-forwarded-for': list });

test('without trusted proxies the address is the socket, whatever the headers say', () => {
  for (const name of [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'fly-client-ip',
    'cf-connecting-ip',
    'true-client-ip',
  ]) {
    assert.equal(addressOf('203.0.113.9', { [name]: '1.2.3.4' }), '203.0.113.9');
  }
});

test('a sender that is no trusted proxy is not believed', () => {
  assert.equal(addressOf('203.0.113.9', forwarded('1.2.3.4'), '10.0.0.0/8'), '203.0.113.9');
  assert.equal(addressOf('203.0.113.9', forwarded('1.2.3.4, 10.0.0.1'), '10.0.0.0/8'), '203.0.113.9');
});

test('a trusted proxy is believed about X-Forwarded-For and about no other header', () => {
  assert.equal(addressOf('10.0.0.1', forwarded('1.2.3.4'), '10.0.0.0/8'), '1.2.3.4');
  for (const name of ['forwarded', 'x-real-ip', 'fly-client-ip', 'cf-connecting-ip']) {
    assert.equal(addressOf('10.0.0.1', { [name]: '1.2.3.4' }, '10.0.0.0/8'), '10.0.0.1');
  }
});

test('what the client itself wrote into X-Forwarded-For is not believed', () => {
  assert.equal(addressOf('10.0.0.1', forwarded('6.6.6.6, 1.2.3.4'), '10.0.0.0/8'), '1.2.3.4');
  assert.equal(addressOf('10.0.0.1', forwarded('10.9.9.9, 1.2.3.4'), '10.0.0.0/8'), '1.2.3.4');
});

test('a chain of trusted proxies is followed to the first that is none', () => {
  const trusted = '10.0.0.0/8, 2001:db8::/32';
  assert.equal(addressOf('10.0.0.1', forwarded('6.6.6.6, 1.2.3.4, 2001:db8::5,10.0.0.2'), trusted), '1.2.3.4');
  assert.equal(addressOf('10.0.0.1', forwarded('10.0.0.3, 10.0.0.2'), trusted), '10.0.0.3');
});

test('an IPv4 proxy seen on an IPv6 socket is the same proxy', () => {
  assert.equal(addressOf('::ffff:10.0.0.1', forwarded('1.2.3.4'), '10.0.0.1'), '1.2.3.4');
});

test('an entry that is not an address ends the walk at the last one that is', () => {
  const odd = ['unknown', '_hidden', 'localhost', '', ' ', '127.1', 'fe80::1%eth0', '[fe80::1%eth0]:80'];
  const torn = [
    '1.2.3.4:',
    '1.2.3.4:x',
    '1.2.3.4:80:90',
    '[1.2.3.4]',
    '[::1',
    '::1]:80',
    '[]',
    '[]:80',
    'a.example:80',
  ];
  for (const entry of [...odd, ...torn]) {
    assert.equal(addressOf('10.0.0.1', forwarded(`6.6.6.6, ${entry}`), '10.0.0.0/8'), '10.0.0.1', entry);
  }
});

test('a port that a proxy adds is not part of the address, so that all connections of a client are one client', () => {
  const trusted = '10.0.0.0/8, 2001:db8::/32';
  assert.equal(addressOf('10.0.0.1', forwarded('6.6.6.6, 1.2.3.4:5678'), trusted), '1.2.3.4');
  assert.equal(addressOf('10.0.0.1', forwarded('[2606:4700::1]:5678'), trusted), '2606:4700::1');
  assert.equal(addressOf('10.0.0.1', forwarded('[2606:4700::1]'), trusted), '2606:4700::1');
  assert.equal(addressOf('10.0.0.1', forwarded('1.2.3.4:9, [2001:db8::5]:443, 10.0.0.2:80'), trusted), '1.2.3.4');
});

test('a socket without an address is unknown and trusted by nobody', () => {
  assert.equal(addressOf(undefined, forwarded('1.2.3.4'), '0.0.0.0/0, ::/0'), 'unknown');
});
