export const landingFaqEntries = [
  {
    question: '¿En qué consiste el estudio de la microbiota?',
    answer:
      'Es el análisis de una muestra de heces que recoges en casa con un kit. Muestra qué microorganismos hay en tu intestino, en qué proporción y qué diversidad tienen. Lo interpretamos junto con tus síntomas, tus hábitos y tus otras pruebas: por sí solo no es un diagnóstico.',
  },
  {
    question: '¿Qué tipos de análisis se hacen?',
    answer:
      'Depende de tu caso. Lo habitual es un estudio de microbiota intestinal y, cuando aporta información, una analítica de sangre u otras pruebas. En la primera consulta te decimos cuáles tienen sentido para ti y cuáles no necesitas.',
  },
  {
    question: '¿Cuándo empieza la suplementación?',
    answer:
      'Nunca antes de tener los resultados. Si después de analizarlos vemos que un suplemento puede ayudarte, te explicamos cuál, en qué cantidad y durante cuánto tiempo, y te lo enviamos a casa. No todo el mundo los necesita.',
  },
  {
    question: '¿Cómo es el seguimiento?',
    answer:
      'Por videollamada. Revisamos cómo te encuentras, qué te está funcionando y qué no, y ajustamos el plan. En tu panel tienes siempre a mano tus consultas, tus analíticas y tu pauta.',
  },
  {
    question: '¿Qué opciones de presupuesto hay?',
    answer:
      'Después de la primera consulta te presentamos tres presupuestos, según las pruebas y el acompañamiento que incluyen. Los ves por escrito, con su precio, y eliges con calma. No hay obligación de continuar.',
  },
  {
    question: '¿Hay supervisión profesional?',
    answer:
      'Sí. Un biólogo especializado en microbiota humana, con más de 10 años de experiencia, lleva tu caso de principio a fin. Nuestro trabajo complementa el de tu médico y no lo sustituye: no cambies ningún tratamiento sin hablarlo antes con quien te lo recetó.',
  },
  {
    question: '¿Cuánto dura el proceso?',
    answer:
      'Entre 2 y 3 meses, desde la primera consulta hasta el seguimiento. Es el tiempo que suelen necesitar las analíticas y los primeros cambios. Al terminar puedes elegir un plan de mantenimiento, que es opcional.',
  },
  {
    question: '¿Puedo hacerlo a distancia?',
    answer:
      'Sí, el proceso es completamente online: el kit de análisis llega a tu casa, las consultas son por videollamada y los suplementos te los enviamos. Si necesitas alguna prueba de laboratorio, puedes hacerla en el que te quede más cerca.',
  },
] as const
