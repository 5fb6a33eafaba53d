/** Words of the landing page. */
export const steps = [
  {
    title: 'Primera consulta',
    text: 'Treinta minutos por videollamada para repasar tu caso. Al terminar recibes tres presupuestos entre los que elegir.',
  },
  {
    title: 'Analíticas en casa',
    text: 'Te enviamos el kit a casa y, si hace falta, te ayudamos a encontrar laboratorio. Nada de suplementos hasta tener resultados.',
  },
  {
    title: 'Tu plan y seguimiento',
    text: 'Te explicamos los resultados y diseñamos un plan de alimentación, hábitos y suplementos que vamos ajustando contigo.',
  },
] as const

export const paths = [
  'Cansancio que no se va',
  'Problemas digestivos frecuentes',
  'Piel, ánimo o ansiedad',
  'Intolerancias nuevas o que empeoran',
  'Infecciones frecuentes y defensas bajas',
] as const

export const expert = {
  text: 'Un biólogo especializado en microbiota humana revisa tu caso personalmente, de la primera videollamada al seguimiento.',
  facts: [
    { figure: '+10', text: 'años de experiencia' },
    { figure: '+100', text: 'conferencias y formaciones' },
  ],
} as const
