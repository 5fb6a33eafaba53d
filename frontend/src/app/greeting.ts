import { takeFirstWord } from '../ui/format.ts'

export const toGreeting = (name: string): string => `Hola, ${takeFirstWord(name) || 'cliente'}`
