import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { legalTextsEdition, legalPeriods, type LegalText } from './legal-text.ts'
import { privacyDataUseSections } from './legal-privacy-handling.ts'
import { privacyRightsSections } from './legal-privacy-rights.ts'
import { practiceLegalDetails } from '#contract/practice'

const { legalName } = practiceLegalDetails

export const privacyPolicyText: LegalText = {
  ...legalTextsEdition,
  path: '/privacidad',
  title: 'Política de privacidad',
  intro:
    'Tratamos datos de salud. Por eso te contamos con claridad qué datos usamos, para qué, quién los ve, cuánto tiempo los guardamos y qué puedes decidir tú.',
  essentials: [
    `**${legalName}** es el responsable de tus datos.`,
    'Usamos tus datos de salud solo para tus consultas y solo con tu consentimiento explícito, que puedes retirar.',
    'No vendemos tus datos, no hacemos publicidad con ellos y ninguna máquina decide por ti.',
    `Puedes tener cuenta desde los ${MIN_ACCOUNT_AGE_YEARS} años; hasta los ${legalPeriods.adultAge}, con el consentimiento de tus padres o de tu tutor.`,
    'Se guardan cifrados en la Unión Europea. Puedes verlos, descargarlos, corregirlos y borrarlos.',
  ],
  sections: [...privacyDataUseSections, ...privacyRightsSections],
}
