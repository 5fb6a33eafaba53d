/** Invented values, marked 'Ejemplo' on the page. */
export interface SampleValue {
  readonly name: string
  readonly meaning: string
  readonly value: string
  readonly range: string
  /** The laboratory's range and the value, as positions on the bar from 0 to 100. */
  readonly bar: { readonly from: number; readonly to: number; readonly value: number }
}

export const sampleReport = {
  title: 'Tu estudio de microbiota',
  seen: 'Poca variedad de bacterias, y de dos de las que más nos interesan tienes menos de lo que el laboratorio suele ver.',
  values: [
    {
      name: 'Índice de Shannon',
      meaning: 'Variedad de bacterias',
      value: '2,9',
      range: '3,2 a 4,5',
      bar: { from: 40, to: 82, value: 31 },
    },
    {
      name: 'Akkermansia muciniphila',
      meaning: 'Bacteria que cuida la mucosa',
      value: '0,4 %',
      range: '1,0 a 4,0',
      bar: { from: 21, to: 79, value: 10 },
    },
    {
      name: 'Calprotectina',
      meaning: 'Se mide en heces',
      value: '38 µg/g',
      range: 'menos de 50',
      bar: { from: 2, to: 50, value: 38 },
    },
  ],
} as const satisfies { title: string; seen: string; values: readonly SampleValue[] }

export const samplePlan = {
  title: 'Tu plan, semana 3 de 12',
  parts: [
    { name: 'Alimentación', text: 'Una ración nueva de legumbre o avena cada semana, poco a poco.' },
    { name: 'Hábitos', text: 'Cenar antes de las 21:30 y un paseo de diez minutos después.' },
    { name: 'Suplementos', text: 'Omega 3, dos cápsulas con el desayuno. Doce semanas.' },
  ],
} as const

export const landingSamplesText = {
  title: 'Qué recibes',
  text: 'Un informe que se entiende y un plan que cabe en tu día a día. Estos son ejemplos, con datos inventados: los tuyos están en tu panel, y te los explicamos por videollamada.',
} as const
