let current: { readonly site: string; readonly isShared: boolean } | undefined

/** Says where the product of the following tests is served, and whether other files use it meanwhile. */
export function setProductSite(site: string, { isShared }: { readonly isShared: boolean }): void {
  current = { site, isShared }
}

function product() {
  if (!current) throw new Error('the product has not started')
  return current
}

/** The address of the product that the tests of this file use. */
export const productSite = (): string => product().site

/** Whether other files of tests use this product at the same time. */
export const productIsShared = (): boolean => product().isShared
