import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const onTheInternet = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
];

/** The first and the last of each range that is not the internet. */
const elsewhere = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255', '::1'],
  'link-local, with metadata services': [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    'fe80::',
    'febf::1',
  ],
  'a platform’s own service': ['168.63.129.16'],
  'protocol assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255', '2001::1', '2001:1ff:ffff::'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  'multicast and reserved': ['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255', 'ff02::1'],
  'unique local and site-local': ['fc00::', 'fdff:ffff::1', 'fd00:ec2::254', 'fec0::1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8', '::127.0.0.1', '::7f00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:808:808::', '2001:0:4136:e378::'],
  'not allotted': ['4000::1', '8000::1', '100::1', '5f00::1'],
  'no address': [
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '1.1.1.1/8',
    'fe80::1%eth0',
    '1.1.1.1%0',
  ],
};

describe('public addresses', () => {
  it.each(onTheInternet)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(Object.entries(elsewhere))('%s is not public', (_name, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
