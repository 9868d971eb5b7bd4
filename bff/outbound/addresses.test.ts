import { describe, expect, it } from 'vitest';
import { bytesOf, isPublic } from './addresses.ts';
import { allowListOf, allowsAddress, allowsName } from './allow-list.ts';

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:5db8:d822::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:2800:220:1::1%eth0',
    'fec0::1',
    'ff02::1',
    '127.1',
    '0x7f.0.0.1',
    '017700000001',
    'localhost',
    '',
  ])('%s is not of the internet (CVE-2026-22874: classes were missing)', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
    '2606:2800:220:1::1',
    '2a00:1450:4001::1',
  ])('%s is of the internet', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it('is read byte by byte, however it is shortened', () => {
    const one = [...Array.from({ length: 15 }, () => 0), 1];
    for (const text of ['::1', '0:0:0:0:0:0:0:1', '0000::0001', '::0.0.0.1']) {
      expect(bytesOf(text)).toEqual(one);
    }
    expect(bytesOf('fd00:1:2::')?.slice(0, 6)).toEqual([0xfd, 0, 0, 1, 0, 2]);
    expect(bytesOf('1.2.3')).toBeUndefined();
  });
});

describe('the list of allowed destinations', () => {
  const list = allowListOf([
    'hooks.example.test',
    'bücher.example.test:8080; 10.1.0.0/16',
    '192.168.5.5:9000, [fd00::1]:8443 fd11::/16',
    '0.0.0.0/33',
  ]);

  it('holds names, with a port where it says one', () => {
    expect(allowsName(list, 'hooks.example.test', 80)).toBe(true);
    expect(allowsName(list, 'hooks.example.test.', 8443)).toBe(true);
    expect(allowsName(list, 'xn--bcher-kva.example.test', 8080)).toBe(true);
    expect(allowsName(list, 'xn--bcher-kva.example.test', 80)).toBe(false);
    expect(allowsName(list, 'a.hooks.example.test', 80)).toBe(false);
    expect(allowsName(list, 'example.test', 80)).toBe(false);
  });

  it('holds addresses and ranges, also as they are mapped', () => {
    expect(allowsAddress(list, '10.1.255.1', 80)).toBe(true);
    expect(allowsAddress(list, '::ffff:10.1.2.3', 80)).toBe(true);
    expect(allowsAddress(list, '10.2.0.1', 80)).toBe(false);
    expect(allowsAddress(list, '192.168.5.5', 9000)).toBe(true);
    expect(allowsAddress(list, '192.168.5.5', 9001)).toBe(false);
    expect(allowsAddress(list, 'fd00::1', 8443)).toBe(true);
    expect(allowsAddress(list, 'fd00::2', 8443)).toBe(false);
    expect(allowsAddress(list, 'fd11:2::2', 1)).toBe(true);
    expect(allowsAddress(list, '127.0.0.1', 80)).toBe(false);
  });
});
