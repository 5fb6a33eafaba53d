import { COOKIE_CHOICE_MONTHS, COOKIE_POLICY_VERSION, PRODUCT_SLUG } from '#contract/product'
import { legalTextsEdition, type LegalTextTable, type LegalText } from './legal-text.ts'
import { practiceLegalDetails } from '#contract/practice'

const { tradeName, privacyOfficer } = practiceLegalDetails

const stored: LegalTextTable = {
  caption: 'Lo que se guarda en tu navegador',
  columns: ['Nombre', 'Para qué', 'Dónde y cuánto tiempo'],
  rows: [
    [
      `\`${PRODUCT_SLUG}:cookies\``,
      'Recordar lo que has decidido sobre las cookies',
      `Almacenamiento local. Tu decisión deja de valer a los ${COOKIE_CHOICE_MONTHS} meses`,
    ],
    [
      `\`${PRODUCT_SLUG}:cookie-receipts\``,
      'Guardar el recibo anónimo de tu decisión mientras no hay conexión para enviarlo',
      'Almacenamiento local. Se vacía al enviarlo',
    ],
    [
      `\`${PRODUCT_SLUG}:purchase\``,
      'Recordar en qué cuenta estabas pagando, para no crearla dos veces',
      'Almacenamiento de sesión, hasta que pagas o cierras la pestaña',
    ],
    [
      `\`${PRODUCT_SLUG}:purchase-ticket\``,
      'Reconocer la compra que empezaste sin cuenta, para que pulsar dos veces no la cobre dos veces',
      'Almacenamiento local, hasta que pagas. Deja de valer a las 24 horas',
    ],
    [
      `\`${PRODUCT_SLUG}:unsent:memory:held-slot\` y \`${PRODUCT_SLUG}:unsent:memory:slot-ticket\``,
      'Guardarte la hora que eliges mientras pagas, la misma en todas las pestañas',
      'Almacenamiento local, hasta que pagas, eliges otra o cierras la sesión. Deja de valer a las 24 horas',
    ],
    [
      `\`${PRODUCT_SLUG}:typed:*\``,
      'Que no pierdas lo que has escrito en un formulario si la página se recarga. Nunca guarda contraseñas',
      'Almacenamiento de sesión, hasta que lo envías o cierras la pestaña. Deja de valer a la media hora',
    ],
    [
      `\`${PRODUCT_SLUG}:unsent:*\``,
      'Que no pierdas lo que has escrito o marcado en tu panel y todavía no se ha guardado',
      'Almacenamiento local, hasta que se guarda, lo descartas o cierras la sesión. Lo que dejas en un formulario, 7 días como máximo',
    ],
    [
      '`CognitoIdentityServiceProvider.*`',
      'Mantener tu sesión iniciada',
      'Almacenamiento de sesión, hasta que sales o cierras la pestaña. Si marcas «Mantener la sesión iniciada», almacenamiento local, hasta que sales y 30 días como máximo',
    ],
    [
      `\`${PRODUCT_SLUG}:sign-up\``,
      'Saber que este navegador creó la cuenta, para confirmar tu correo sin volver a pedirte la contraseña',
      'Almacenamiento local, hasta que confirmas tu correo',
    ],
    [
      `\`${PRODUCT_SLUG}:browser\``,
      'Reconocer este navegador, para que puedas entrar aunque otra persona falle muchas veces con tu correo',
      'Almacenamiento local, hasta 400 días después de la última vez que entras',
    ],
    [
      `\`${PRODUCT_SLUG}:keys-off\``,
      'Recordar que quien administra ha apagado los atajos de teclado',
      'Almacenamiento local, hasta que los enciende',
    ],
    [
      `\`${PRODUCT_SLUG}:time-zone\``,
      'No enviarnos otra vez la zona horaria de tu navegador el mismo día',
      'Almacenamiento de sesión, hasta que cierras la pestaña',
    ],
    [
      `\`${PRODUCT_SLUG}:google\` y \`oauth-intent\``,
      'Completar el acceso con Google si lo eliges',
      'Almacenamiento de sesión, hasta que vuelves de Google o cierras la pestaña',
    ],
    [
      `\`${PRODUCT_SLUG}:used-links\``,
      'Avisarte enseguida si vuelves a abrir un enlace de recuperación que ya no sirve',
      'Almacenamiento local. Los códigos de los 5 últimos, que ya no abren nada',
    ],
    [
      '`password_recovery`',
      'Llevarte a cambiar la contraseña cuando llegas desde un enlace de recuperación',
      'Almacenamiento de sesión, hasta que la cambias o cierras la pestaña',
    ],
  ],
}

export const cookiePolicyText: LegalText = {
  ...legalTextsEdition,
  version: COOKIE_POLICY_VERSION,
  path: '/cookies',
  title: 'Política de cookies',
  intro: `Qué guarda ${tradeName} en tu navegador, para qué y cómo puedes cambiar de opinión.`,
  essentials: [
    'Solo guardamos lo imprescindible para que la web funcione.',
    'Hoy no usamos cookies de análisis ni de publicidad.',
    'Rechazar es tan fácil como aceptar, y puedes cambiar tu decisión cuando quieras.',
  ],
  sections: [
    {
      id: 'que-son',
      title: 'Qué son las cookies',
      blocks: [
        'Una cookie es un pequeño archivo que una web guarda en tu navegador para recordar algo entre una página y la siguiente. El **almacenamiento local** y el **almacenamiento de sesión** del navegador sirven para lo mismo; el segundo se borra al cerrar la pestaña.',
        'La ley los trata igual (artículo 22.2 de la LSSI), así que en esta política llamamos «cookies» a todos ellos.',
      ],
    },
    {
      id: 'tipos',
      title: 'Tipos de cookies: técnicas y de análisis',
      blocks: [
        '**Técnicas.** Hacen funcionar la web: mantienen tu sesión, completan una compra o recuerdan tu decisión sobre las cookies. No necesitan tu consentimiento. Estas son todas las que usamos:',
        stored,
        '**De análisis.** Servirían para contar visitas y saber qué páginas se usan. **Hoy no usamos ninguna.**',
        '**De publicidad.** Servirían para mostrarte anuncios según lo que visitas. **Hoy no usamos ninguna.** Aun así, puedes decidir desde ahora si las permitirías.',
      ],
    },
    {
      id: 'terceros',
      title: 'Cookies de terceros',
      blocks: [
        'Nuestras páginas no cargan nada de terceros: ni mapas, ni vídeos, ni botones de redes sociales, ni tipos de letra. Solo encuentras cookies de otros si vas a sus páginas:',
        {
          list: [
            '**Stripe**, al pagar. Usa cookies propias para cobrar y prevenir el fraude: [política de cookies de Stripe](https://stripe.com/es/legal/cookies-policy).',
            '**Google**, si eliges entrar con tu cuenta de Google: [política de Google](https://policies.google.com/technologies/cookies?hl=es). El acceso pasa por una página de Amazon Cognito, nuestro proveedor de inicio de sesión, que usa cookies técnicas.',
          ],
        },
      ],
    },
    {
      id: 'gestion',
      title: 'Cómo gestionarlas',
      blocks: [
        'Puedes ver y cambiar tu decisión aquí o desde el enlace del pie de cualquier página:',
        { cookieSettings: 'Configurar cookies' },
        'También puedes borrar o bloquear las cookies en los ajustes de tu navegador: [Chrome](https://support.google.com/chrome/answer/95647?hl=es), [Safari](https://support.apple.com/es-es/105082), [Firefox](https://support.mozilla.org/es/kb/proteccion-antirrastreo-mejorada-firefox-escritorio) o [Edge](https://support.microsoft.com/es-es/microsoft-edge). Si borras las técnicas, tendrás que volver a iniciar sesión. Si las bloqueas, no podrás entrar en tu cuenta.',
      ],
    },
    {
      id: 'consentimiento',
      title: 'Tu consentimiento',
      blocks: [
        'La primera vez que nos visitas te preguntamos. Puedes aceptar las opcionales, rechazarlas o elegir por tipos. Mientras no decides, no hay ninguna opcional, y la web funciona igual si las rechazas.',
        `Tu decisión vale ${COOKIE_CHOICE_MONTHS} meses; después te preguntamos de nuevo. Para poder demostrar que te preguntamos, guardamos un recibo anónimo con un número al azar, lo que elegiste, la versión del texto y la fecha. No lleva tu nombre ni tu dirección IP.`,
      ],
    },
    {
      id: 'actualizaciones',
      title: 'Actualizaciones',
      blocks: [
        'Si empezamos a usar otra cookie, la añadiremos a esta política antes. Si el cambio afecta a lo que aceptaste, volveremos a preguntarte.',
        `Para cualquier duda, escribe a [${privacyOfficer.email}](mailto:${privacyOfficer.email}). Cómo tratamos tus datos personales está en la [política de privacidad](/privacidad).`,
      ],
    },
  ],
}
