import ipaddr from 'ipaddr.js'

export interface CallerNetworks {
  /** IPv4 address, or the IPv6 /64 of one connection. */
  readonly place: string
  /** IPv4 /24 or IPv6 /48: what one customer of a provider may have. */
  readonly area: string
}

const UNKNOWN_PLACE = 'unknown'

/** An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as IPv4; an invalid address as unknown. */
export function toCallerNetworks(address: string | undefined): CallerNetworks {
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

export interface HoldNetworks {
  readonly network: string
  /**
   * IPv4 /8 or IPv6 /24: a provider has many smaller ones, and somebody who rents machines from it has addresses in
   * all.
   */
  readonly provider: string
}

export function toHoldNetworks(address: string | undefined): HoldNetworks {
  const { place, area } = toCallerNetworks(address)
  if (place === UNKNOWN_PLACE) return { network: place, provider: place }
  const [text = ''] = place.split('/')
  return ipaddr.IPv4.isValidFourPartDecimal(text)
    ? { network: area, provider: `${ipaddr.IPv4.networkAddressFromCIDR(`${text}/8`).toString()}/8` }
    : { network: place, provider: `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/24`).toString()}/24` }
}
