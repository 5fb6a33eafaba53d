import { takeFirstWord } from '../ui/format.ts'

/** The first name as registered, which may be of two words; of a full name alone nobody knows where it ends. */
export const toGreeting = (firstName: string, fullName = ''): string =>
  `Hola, ${firstName.trim() || takeFirstWord(fullName) || 'cliente'}`
