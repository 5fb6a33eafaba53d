/** Words of the sales page. Health claims here are reviewed by the practice before they change. */
export const benefits = [
  {
    title: '30 minutos con especialista',
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
    title: 'Tres presupuestos a elegir',
    text: 'Al terminar recibes tres opciones de proceso, con su precio y su duración. Decides tú, con calma.',
  },
  {
    title: 'Sin suplementos antes de tiempo',
    text: 'No recomendamos suplementación hasta conocer tus resultados.',
  },
] as const

export const testimonials = [
  {
    name: 'Marta, 38 años',
    text: 'Salí de la videollamada entendiendo por fin qué pruebas tenían sentido en mi caso y cuáles no.',
  },
  {
    name: 'Andrés, 45 años',
    text: 'Me escucharon con calma y me explicaron el proceso completo, sin promesas raras ni prisas.',
  },
  {
    name: 'Lucía, 29 años',
    text: 'Poder hacerlo todo desde casa, a mi hora, fue lo que me animó a empezar.',
  },
] as const

export const trust = ['Pago seguro con Stripe', 'Videollamada desde casa', 'Datos de salud protegidos (RGPD)'] as const
