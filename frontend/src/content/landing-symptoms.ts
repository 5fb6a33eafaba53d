import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import type { DecorativeDrawingName, InformativeDrawingName } from '../drawings/index.ts'
import { legalPeriods } from './legal-text.ts'

export interface LandingSymptom {
  readonly drawing: Exclude<DecorativeDrawingName, InformativeDrawingName>
  readonly title: string
  readonly text: string
  readonly long: readonly string[]
}

export const landingSymptoms: readonly LandingSymptom[] = [
  {
    drawing: 'fatiga',
    title: 'Fatiga persistente',
    text: 'Duermes y descansas, pero el cansancio sigue ahí semana tras semana.',
    long: [
      'El cansancio que no se va tiene muchas causas posibles: falta de sueño, anemia, alteraciones del tiroides, una época de mucha carga. Lo primero es que tu médico descarte las que necesitan tratamiento.',
      'La microbiota participa en cómo aprovechamos los nutrientes de la comida y en la producción de algunas vitaminas, y se relaciona con procesos inflamatorios que también se estudian en la fatiga. Cuando está desequilibrada puede ser una pieza más de lo que te pasa.',
      'Te ayudamos a entender si lo es en tu caso y qué cambios en la alimentación y en los hábitos pueden venirte bien.',
    ],
  },
  {
    drawing: 'piel',
    title: 'Problemas de piel',
    text: 'Brotes, rojeces, picor o sequedad que van y vienen sin saber por qué.',
    long: [
      'La piel y el intestino están conectados a través del sistema inmunitario. La investigación sobre este «eje intestino-piel» ha observado diferencias en la microbiota de personas con acné, rosácea o dermatitis atópica, aunque todavía no siempre está claro qué es causa y qué es consecuencia.',
      'Revisamos tu alimentación, tus digestiones y tus analíticas para ver si hay algo sobre lo que trabajar desde dentro.',
      'Es un apoyo al cuidado de tu dermatólogo, no un sustituto: si sigues un tratamiento, no lo dejes.',
    ],
  },
  {
    drawing: 'animo',
    title: 'Cambios de ánimo o ansiedad',
    text: 'Irritabilidad, altibajos o nervios que parecen ir de la mano del estómago.',
    long: [
      'El intestino y el cerebro se comunican en los dos sentidos, por vía nerviosa, hormonal e inmunitaria. La microbiota forma parte de esa conversación, y por eso una mala temporada digestiva y una mala temporada emocional coinciden a menudo.',
      'Cuidar la alimentación, el descanso y el equilibrio intestinal puede ayudarte a encontrarte mejor, pero no trata por sí solo la ansiedad ni la depresión.',
      'Si lo estás pasando mal, pide ayuda a tu médico o a un profesional de la psicología. Podemos trabajar en paralelo.',
    ],
  },
  {
    drawing: 'digestion',
    title: 'Problemas digestivos frecuentes',
    text: 'Hinchazón, gases, reflujo, diarrea o estreñimiento que ya das por normales.',
    long: [
      'Que algo sea frecuente no quiere decir que sea normal. La hinchazón, los gases o los cambios de ritmo intestinal pueden tener que ver con lo que comes, con cómo lo comes y también con los microorganismos que lo fermentan.',
      'Estudiar tu microbiota junto con tus síntomas y tus hábitos permite proponer cambios concretos y comprobar si funcionan, en lugar de quitar alimentos a ciegas.',
      'Si hay sangre en las heces, pérdida de peso sin motivo, fiebre o dolor intenso, acude primero a tu médico.',
    ],
  },
  {
    drawing: 'intolerancias',
    title: 'Intolerancias alimentarias nuevas o que empeoran',
    text: 'Alimentos que antes te sentaban bien y ahora no, y una lista que va a más.',
    long: [
      'Parte de lo que no digerimos lo fermentan las bacterias del intestino. Cuando ese equilibrio cambia, por ejemplo después de una infección o de un antibiótico, algunos alimentos pueden empezar a dar molestias.',
      'Te ayudamos a distinguir qué alimentos te sientan mal de verdad, a no quitar más de lo necesario y, cuando se puede, a reintroducirlos poco a poco.',
      'Una alergia o una celiaquía las diagnostica un médico: si hay sospecha, no retires el gluten antes de hacerte las pruebas.',
    ],
  },
  {
    drawing: 'defensas',
    title: 'Infecciones frecuentes y defensas bajas',
    text: 'Encadenas resfriados, cistitis u otras infecciones y te cuesta recuperarte.',
    long: [
      'Más del 70 % de las células inmunitarias está en el intestino, en contacto continuo con la microbiota. Esa convivencia ayuda a las defensas a distinguir lo que hay que combatir de lo que hay que tolerar.',
      'Una microbiota poco diversa puede ir unida a unas defensas menos afinadas. Miramos qué puede estar influyendo: alimentación, descanso, estrés o tratamientos recientes con antibióticos.',
      'Las infecciones que se repiten también debe valorarlas tu médico; nuestro trabajo las acompaña, no las trata.',
    ],
  },
  {
    drawing: 'crecimiento',
    title: 'Dificultades de crecimiento o desarrollo',
    text: 'Un menor al que le cuesta comer, ganar peso o crecer al ritmo esperado.',
    long: [
      'En los primeros años la microbiota se forma al mismo tiempo que el sistema inmunitario y el aparato digestivo. El parto, la lactancia, los antibióticos y la alimentación influyen en cómo se asienta.',
      'Cualquier duda sobre el crecimiento o el desarrollo de un menor debe verla primero su pediatra.',
      `En nuestras consultas atendemos a partir de los ${MIN_ACCOUNT_AGE_YEARS} años. Hasta los ${legalPeriods.adultAge}, hace falta el consentimiento de su madre, de su padre o de su tutor, y lo que aportamos sobre su alimentación y su salud intestinal complementa lo que diga su médico.`,
    ],
  },
]
