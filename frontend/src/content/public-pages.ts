export interface PublicPageMetadata {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly indexed: boolean
}

export const publicPages = [
  {
    path: '/',
    title: 'Hábitat Interior | Microbiota intestinal y nutrición personalizada',
    description:
      'Análisis de microbiota intestinal y nutrición personalizada, 100 % online: kit en casa, consultas por videollamada y un plan hecho para ti.',
    indexed: true,
  },
  {
    path: '/primera-consulta',
    title: 'Primera consulta | Reserva tu cita personalizada',
    description:
      'Reserva tu primera consulta online de microbiota intestinal y nutrición personalizada: 30 minutos por videollamada con un especialista.',
    indexed: true,
  },
  {
    path: '/comprar',
    title: 'Comprar tu primera consulta',
    description: 'Crea tu cuenta y paga de forma segura tu primera consulta de microbiota intestinal.',
    indexed: true,
  },
  {
    path: '/auth',
    title: 'Iniciar sesión',
    description: 'Entra en tu panel de Hábitat Interior.',
    indexed: true,
  },
  {
    path: '/register',
    title: 'Crear una cuenta',
    description: 'Regístrate en Hábitat Interior para acceder a tu panel de cliente.',
    indexed: true,
  },
  {
    path: '/terminos',
    title: 'Términos y condiciones | Hábitat Interior',
    description: 'Las condiciones con las que prestamos nuestros servicios y con las que usas esta web.',
    indexed: true,
  },
  {
    path: '/privacidad',
    title: 'Política de privacidad | Hábitat Interior',
    description: 'Qué datos tuyos guardamos, para qué, durante cuánto tiempo y cómo ejercer tus derechos.',
    indexed: true,
  },
  {
    path: '/cookies',
    title: 'Política de cookies | Hábitat Interior',
    description: 'Qué guarda esta web en tu navegador, para qué sirve y cómo cambiar tu decisión.',
    indexed: true,
  },
  {
    path: '/aviso-legal',
    title: 'Aviso legal | Hábitat Interior',
    description: 'Quién es el titular de esta web, cómo contactar y en qué condiciones puedes usarla.',
    indexed: true,
  },
  {
    path: '/desistimiento',
    title: 'Derecho de desistimiento | Hábitat Interior',
    description:
      'Cómo desistir de lo que has contratado con nosotros en 14 días, y el formulario para hacerlo en línea.',
    indexed: true,
  },
  {
    path: '/pago-exitoso',
    title: 'Pago completado',
    description: 'Tu pago se ha completado.',
    indexed: false,
  },
  {
    path: '/payment-canceled',
    title: 'Pago cancelado',
    description: 'No se ha realizado ningún cargo.',
    indexed: false,
  },
] as const satisfies readonly PublicPageMetadata[]

export const UNKNOWN_PAGE_PATH = '/*'

export type PublicPagePath = (typeof publicPages)[number]['path']

export const findPublicPage = (path: PublicPagePath): PublicPageMetadata => {
  const page = publicPages.find((each) => each.path === path)
  if (!page) throw new Error(`no public page ${path}`)
  return page
}
