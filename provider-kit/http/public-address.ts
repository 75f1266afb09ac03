/** Addresses on the internet, as opposed to those of this machine, its network and its platform. */
import ipaddr from 'ipaddr.js';

type Range4 = ReturnType<typeof ipaddr.IPv4.parseCIDR>;
type Range6 = ReturnType<typeof ipaddr.IPv6.parseCIDR>;

/** The platform's own service on every machine of Azure, in a range that is otherwise public. */
const notPublic4: readonly Range4[] = ['168.63.129.16/32'].map((text) => ipaddr.IPv4.parseCIDR(text));
/** All that is allotted as unicast (RFC 4291); what embeds another address (NAT64, 6to4, mapped) is outside or has its own range. */
const global6: Range6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation (RFC 9637). */
const notPublic6: readonly Range6[] = ['3fff::/20'].map((text) => ipaddr.IPv6.parseCIDR(text));

/** Of an address as text, as a look-up gives it; `false` for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text);
    return address.range() === 'unicast' && !notPublic4.some((range) => address.match(range));
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return (
    address.range() === 'unicast' &&
    address.match(global6) &&
    !notPublic6.some((range) => address.match(range))
  );
}
