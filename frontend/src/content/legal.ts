/** Texts of the legal pages. Pending legal review: a lawyer has to read them before the product goes live. */

export interface LegalText {
  readonly title: string
  readonly intro: string
  readonly sections: readonly { readonly title: string; readonly text: string }[]
}

export const terms: LegalText = {
  title: 'Términos y condiciones',
  intro: 'Estas son las condiciones con las que prestamos nuestros servicios y con las que usas esta web.',
  sections: [
    {
      title: 'El servicio',
      text: 'Ofrecemos consultas online de microbiota y nutrición personalizada. No sustituyen la atención de tu médico: no modifiques un tratamiento sin consultarlo antes con quien te lo ha prescrito.',
    },
    {
      title: 'Precio y pago',
      text: 'El precio de la primera consulta es de 80,00 € con impuestos incluidos. El pago se hace en la página segura de Stripe; no vemos ni guardamos los datos de tu tarjeta.',
    },
    {
      title: 'Desistimiento',
      text: 'Dispones de 14 días naturales para desistir de la compra y recuperar lo pagado por el mismo medio, salvo que la consulta ya se haya prestado por completo a petición tuya.',
    },
    {
      title: 'Edad mínima',
      text: 'Para tener una cuenta debes haber cumplido 16 años.',
    },
    {
      title: 'Conservación de los datos',
      text: 'Los datos de salud se conservan hasta 5 años después del último servicio y los datos de facturación hasta 10 años, como exige la ley.',
    },
    {
      title: 'Cambios',
      text: 'Si cambiamos estos términos te avisaremos con 30 días de antelación.',
    },
  ],
}

export const privacy: LegalText = {
  title: 'Política de privacidad',
  intro: 'Tratamos datos de salud, por eso te contamos con claridad qué guardamos, para qué y durante cuánto tiempo.',
  sections: [
    {
      title: 'Qué datos tratamos',
      text: 'Los datos de tu cuenta (nombre, email), los de tus compras y los que nos des para tus consultas, incluidos los de salud.',
    },
    {
      title: 'Para qué',
      text: 'Para prestarte el servicio que contratas y cumplir nuestras obligaciones legales. Tus datos de salud solo se tratan con tu consentimiento explícito, que puedes retirar.',
    },
    {
      title: 'Dónde se guardan',
      text: 'En servidores de la Unión Europea, cifrados. Las copias de seguridad se purgan en un plazo de 90 días.',
    },
    {
      title: 'Con quién los compartimos',
      text: 'Con los proveedores que hacen posible el servicio: alojamiento (Amazon Web Services) y pagos (Stripe). No vendemos tus datos.',
    },
    {
      title: 'Tus derechos',
      text: 'Puedes acceder a tus datos, corregirlos, llevártelos, limitar su uso, oponerte y pedir que los borremos. También puedes reclamar ante la Agencia Española de Protección de Datos.',
    },
  ],
}

export const cookies: LegalText = {
  title: 'Política de cookies',
  intro: 'Usamos lo imprescindible para que la web funcione.',
  sections: [
    {
      title: 'Qué son las cookies',
      text: 'Son pequeños datos que una web guarda en tu navegador. También usamos el almacenamiento local, que funciona de forma parecida.',
    },
    {
      title: 'Tipos de cookies',
      text: 'Técnicas: mantienen tu sesión abierta y recuerdan tus preferencias; no necesitan consentimiento. De análisis: nos dirían cómo se usa la web; hoy no hay ninguna activa.',
    },
    {
      title: 'Cookies de terceros',
      text: 'No cargamos contenidos ni herramientas de terceros en nuestras páginas. La página de pago es de Stripe y tiene su propia política.',
    },
    {
      title: 'Gestión',
      text: 'Puedes borrar las cookies y los datos guardados desde los ajustes de tu navegador. Si lo haces, tendrás que volver a iniciar sesión.',
    },
    {
      title: 'Consentimiento',
      text: 'Si algún día usamos cookies que no sean técnicas, te pediremos permiso antes y podrás rechazarlas con la misma facilidad.',
    },
    {
      title: 'Actualizaciones',
      text: 'Si esta política cambia, publicaremos aquí la nueva versión y volveremos a preguntarte si hace falta.',
    },
  ],
}
