import { MINIMUM_AGE } from '#contract/sign-up'
import { edition, periods, type LegalText } from './legal.ts'
import { handlingSections } from './legal-privacy-handling.ts'
import { rightsSections } from './legal-privacy-rights.ts'
import { practice } from '#contract/practice'

const { legalName } = practice

export const privacy: LegalText = {
  ...edition,
  path: '/privacidad',
  title: 'Política de privacidad',
  intro:
    'Tratamos datos de salud. Por eso te contamos con claridad qué datos usamos, para qué, quién los ve, cuánto tiempo los guardamos y qué puedes decidir tú.',
  essentials: [
    `**${legalName}** es el responsable de tus datos.`,
    'Usamos tus datos de salud solo para tus consultas y solo con tu consentimiento explícito, que puedes retirar.',
    'No vendemos tus datos, no hacemos publicidad con ellos y ninguna máquina decide por ti.',
    `Puedes tener cuenta desde los ${MINIMUM_AGE} años; hasta los ${periods.adultAge}, con el consentimiento de tus padres o de tu tutor.`,
    'Se guardan cifrados en la Unión Europea. Puedes verlos, descargarlos, corregirlos y borrarlos.',
  ],
  sections: [...handlingSections, ...rightsSections],
}
