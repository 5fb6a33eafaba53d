import ipaddr from 'ipaddr.js'

/** The networks that an address belongs to, as the subjects of limits. */
export interface Networks {
  /** One connection: an IPv4 address, or the /64 that a provider gives to one line. */
  readonly place: string
  /** What one customer of a provider may hold: an IPv4 /24 or an IPv6 /48. */
  readonly area: string
}

/** Where a caller stands whose address is not known: all of those share one place. */
const UNKNOWN_PLACE = 'unknown'

/** An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address; what is no address has no place of its own. */
export function networksOf(address: string | undefined): Networks {
  if (address === undefined || !isAddress(address)) return { place: UNKNOWN_PLACE, area: UNKNOWN_PLACE }
  const parsed = ipaddr.process(address.split('%')[0] ?? address)
  const text = parsed.toString()
  return parsed.kind() === 'ipv4'
    ? { place: text, area: `${ipaddr.IPv4.networkAddressFromCIDR(`${text}/24`).toString()}/24` }
    : {
        place: `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/64`).toString()}/64`,
        area: `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/48`).toString()}/48`,
      }
}

const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text.split('%')[0] ?? text)
