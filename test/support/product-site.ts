let current: { readonly site: string; readonly isShared: boolean } | undefined

/** `isShared`: whether other test files use the product at the same time. */
export function setProductSite(site: string, { isShared }: { readonly isShared: boolean }): void {
  current = { site, isShared }
}

function product() {
  if (!current) throw new Error('the product has not started')
  return current
}

export const getProductSite = (): string => product().site

export const isProductShared = (): boolean => product().isShared
