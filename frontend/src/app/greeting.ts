import { takeFirstWord } from '../ui/format.ts'

/** The registered first name, which may be of two words; a full name alone cannot be split reliably. */
export const toGreeting = (firstName: string, fullName = ''): string =>
  `Hola, ${firstName.trim() || takeFirstWord(fullName) || 'cliente'}`
