import { practiceLegalDetails } from '#contract/practice'

/** Health claims here are reviewed by the practice before they change. */
export const landingHeroText = {
  eyebrow: 'Microbiota y nutrición personalizada',
  slogan: 'Hay un ecosistema dentro de ti',
  lead: 'Billones de microorganismos viven en tu intestino. Te ayudamos a entender cómo está el tuyo y a cuidarlo con un plan hecho para ti, siempre online.',
  promises: ['100 % online', 'De 2 a 3 meses', 'Tres presupuestos para elegir'],
} as const

export const landingQuotes = [
  {
    quote: 'Lo que ocurre en tu intestino no se queda en tu intestino.',
    // Wiertsema et al., Nutrients 2021, 13(3):886: 70 to 80 % of the immune cells are in the gut.
    source: 'Fuente: Wiertsema et al., Nutrients, 2021.',
    text: 'Más del 70 % de tu sistema inmunitario está en el intestino. Por eso escuchamos la digestión, la piel, la energía y el ánimo como partes de una misma historia: la tuya.',
  },
  {
    quote: 'No hay dos microbiotas iguales. Tampoco debería haber dos planes iguales.',
    text: 'Partimos de tu historia, de tus hábitos y de tus analíticas. Sin dietas de moda ni promesas: un plan razonado, que entiendes y que ajustamos contigo.',
  },
] as const

export const landingStepsIntro =
  'Un proceso completamente online de entre 2 y 3 meses: el kit de análisis llega a tu casa, las consultas son por videollamada y los suplementos, si los necesitas, también te los enviamos.'

export const landingSymptomsIntro =
  'Son señales por las que nos consultan a menudo. Pueden tener muchas causas: te ayudamos a valorar qué papel puede tener tu microbiota en la tuya.'

export const landingExpertText = {
  lead: 'Biólogo especializado en microbiota humana',
  text: [
    'Detrás de cada informe hay una persona que lo ha leído entero. Nuestro experto revisa tu caso de principio a fin, desde la primera videollamada hasta el seguimiento, y te lo explica sin tecnicismos.',
    'Trabaja con lo que la ciencia permite afirmar hoy y te dice también lo que todavía no se sabe. No hace diagnósticos médicos ni sustituye a tu médico: suma información para que decidas mejor.',
  ],
  facts: [
    { figure: '+10', text: 'años de experiencia en microbiota humana' },
    { figure: '+100', text: 'conferencias y formaciones impartidas' },
    {
      figure: String(practiceLegalDetails.profession?.memberships.length ?? 2),
      text: 'entidades de formación y ciencia de las que es miembro',
    },
  ],
} as const

export const landingFaqIntro = '¿Te queda alguna duda? Escríbenos y te respondemos sin compromiso.'
