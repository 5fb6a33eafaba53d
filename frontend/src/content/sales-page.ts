import { productCatalogue } from '#contract/product-catalogue'
import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { legalPeriods } from './legal-text.ts'

const { durationMinutes } = productCatalogue['primera-consulta']

/** Health claims here are reviewed by the practice before they change. */
export const salesPageBenefits = [
  {
    title: `${durationMinutes} minutos con especialista`,
    text: 'Una videollamada individual con un biólogo especializado en microbiota humana, sin salir de casa.',
  },
  {
    title: 'Repaso completo de tu caso',
    text: 'Revisamos tus síntomas, tu alimentación, tus hábitos y las pruebas que ya tengas.',
  },
  {
    title: 'Qué analizar y por qué',
    text: 'Te explicamos qué análisis aportarían información útil en tu caso y cuáles no necesitas.',
  },
  {
    title: 'Tres presupuestos para elegir',
    text: 'Al terminar recibes tres opciones de proceso, con su precio y su duración. Decides tú, con calma.',
  },
  {
    title: 'Sin suplementos antes de tiempo',
    text: 'No recomendamos suplementación hasta conocer tus resultados.',
  },
] as const

export const salesPageTestimonials = [
  {
    name: 'Marta, 38 años',
    text: 'Salí de la videollamada entendiendo por fin qué pruebas tenían sentido en mi caso y cuáles no.',
  },
  {
    name: 'Javier, 45 años',
    text: 'Me escucharon con calma y me explicaron el proceso completo, sin promesas raras ni prisas.',
  },
  {
    name: 'Lucía, 29 años',
    text: 'Poder hacerlo todo desde casa, a mi hora, fue lo que me animó a empezar.',
  },
] as const

export const salesPageTrustSignals = [
  { kind: 'payment', text: 'Pago seguro con Stripe' },
  { kind: 'call', text: 'Videollamada desde casa' },
  { kind: 'privacy', text: 'Datos de salud protegidos (RGPD)' },
] as const

export const salesPageProcessSteps = [
  { title: 'Reservas', text: 'Pagas en la página segura de Stripe y recibes el justificante por correo.' },
  {
    title: 'Eliges la hora',
    text: 'Te escribimos con varias horas para la videollamada. Si ninguna te encaja, te damos más.',
  },
  { title: 'Nos vemos', text: `Repasamos tu caso durante ${durationMinutes} minutos, con calma y cara a cara.` },
  { title: 'Decides', text: 'Recibes tres presupuestos. Eliges uno, o ninguno: no hay compromiso.' },
] as const

export const consultationSuitableFor = [
  'Llevas tiempo con molestias y quieres entender qué papel puede tener tu microbiota.',
  'Quieres saber qué análisis tienen sentido antes de gastar en ellos.',
  'Buscas un plan de alimentación y hábitos hecho para ti, y hacerlo todo desde casa.',
] as const

export const consultationUnsuitableFor = [
  'Tienes una urgencia o un síntoma nuevo que aún no ha visto un médico.',
  'Buscas un diagnóstico médico o una receta: eso corresponde a tu médico.',
  `Tienes menos de ${MIN_ACCOUNT_AGE_YEARS} años. Hasta los ${legalPeriods.adultAge} necesitas el consentimiento de tus padres o de tu tutor.`,
] as const

/** Must match the periods of the terms. */
export const salesPageGuarantees = [
  { figure: `${legalPeriods.withdrawalDays} días`, text: 'para desistir sin dar explicaciones' },
  { figure: '24 horas', text: 'antes de tu cita puedes cambiarla o cancelarla sin coste' },
  { figure: 'Un pago', text: 'sin suscripción ni cargos posteriores' },
] as const
