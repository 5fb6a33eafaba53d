import { type ProcessStep, processSteps } from './process-steps.ts'

export interface LandingProcessStep extends ProcessStep {
  readonly text: string
  readonly details: readonly string[]
}

export const landingProcessSteps: readonly LandingProcessStep[] = [
  {
    ...processSteps[0],
    text: 'Reservas y pagas tu primera consulta aquí, en la web, en un par de minutos.',
    details: [
      'Reservas en la web y pagas con tarjeta en la página segura de Stripe.',
      'Después recibes un correo con varios horarios para la videollamada.',
      'Si ninguno te encaja, te proponemos otros.',
      'La consulta dura 30 minutos y es individual, con un especialista certificado.',
    ],
  },
  {
    ...processSteps[1],
    text: 'Repasamos tu estilo de vida y te presentamos tres presupuestos para elegir.',
    details: [
      'Hablamos de tu alimentación, tu descanso, tu actividad, tus antecedentes y lo que te preocupa.',
      'Al terminar te presentamos tres presupuestos, cada uno con lo que incluye y lo que cuesta.',
      'Eliges con calma el que mejor te encaje; la primera consulta no te obliga a continuar.',
      'No recomendamos ningún suplemento hasta tener tus resultados.',
    ],
  },
  {
    ...processSteps[2],
    text: 'Te decimos qué pruebas tienen sentido en tu caso y te ayudamos a hacértelas.',
    details: [
      'Recibes la lista de pruebas que recomendamos en tu caso y para qué sirve cada una.',
      'El kit para recoger la muestra llega a tu casa con instrucciones paso a paso.',
      'Si hace falta un laboratorio, eliges el que prefieras o te ayudamos a encontrar uno.',
      'Cuando tienes los resultados, nos los envías y los analizamos en conjunto.',
    ],
  },
  {
    ...processSteps[3],
    text: 'Te explicamos los resultados y preparamos un plan a tu medida.',
    details: [
      'Repasamos los resultados por videollamada, con palabras que se entienden.',
      'Recibes un plan personalizado de alimentación que puedas llevar a tu día a día.',
      'Lo acompañamos de hábitos concretos: descanso, movimiento, horarios.',
      'Si hay suplementos, sabrás cuáles, para qué y hasta cuándo; te llegan a casa.',
      'Si algo debe verlo un médico, te lo decimos.',
    ],
  },
  {
    ...processSteps[4],
    text: 'Vemos cómo evolucionas y ajustamos el plan contigo.',
    details: [
      'Tienes consultas de seguimiento por videollamada.',
      'Ajustamos la alimentación, los hábitos y los suplementos según cómo te encuentras.',
      'Al terminar puedes seguir por tu cuenta o elegir un plan de mantenimiento, siempre opcional.',
    ],
  },
]
