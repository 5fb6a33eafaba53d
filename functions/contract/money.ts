const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2 })

/** Integer cents as a Spaniard writes them: `80,00 €`. */
export const formatCents = (cents: number): string => euros.format(cents / 100).replace('\u00A0', ' ')
