import { MAX_UNPAID_CONSULTATION_MINUTES } from '#contract/consultation'
import type { RefusalCode } from '#contract/refusals'
import { pageRefusalMessages } from './page-refusal-messages.ts'
import { sessionRefusalMessages } from './session-refusal-messages.ts'

export const refusalMessages: Record<RefusalCode, string> = {
  ...pageRefusalMessages,
  ...sessionRefusalMessages,
  'invalid-input': 'Revisa los datos del formulario: hay alguno que no es correcto.',
  'signature-invalid': 'No hemos podido comprobar el origen de la petición.',
  'mfa-required': 'Necesitas la verificación en dos pasos para hacer esto.',
  'proof-required': 'Confirma tu identidad con un código de tu aplicación de autenticación.',
  'not-found': 'No encontramos lo que buscas. Puede que ya no exista.',
  'profile-missing': 'Todavía estamos preparando tu cuenta. Inténtalo de nuevo en un momento.',
  'payment-not-completed': 'El pago todavía no se ha completado.',
  'payment-pending':
    'Tu pago está en curso. Te avisaremos por correo cuando se confirme; no hace falta que pagues otra vez.',
  'payment-mismatch': 'El pago no coincide con el pedido. Contacta con nosotros y lo revisamos.',
  'account-unknown': 'No encontramos la cuenta que acabas de crear. Vuelve a rellenar el formulario.',
  'mfa-not-enrolled': 'No se encontró el factor MFA. Configura 2FA primero.',
  'code-invalid': 'Código incorrecto',
  'code-used': 'Ese código ya se ha usado. Espera a que tu aplicación muestre el siguiente e introdúcelo.',
  'enrolment-expired': 'El desafío ha expirado. Vuelve a empezar la configuración para obtener un código QR nuevo.',
  'email-taken': 'Ya existe una cuenta con ese correo.',
  'former-record':
    'Con este correo hubo otra cuenta, que tiene una ficha. Marca la casilla si has comprobado que es la misma persona.',
  'email-unverified': 'Tu cuenta necesita verificación de email.',
  'already-confirmed': 'Esta cuenta ya está verificada.',
  'already-registered': 'Tu registro ya estaba completo. Inicia sesión para continuar.',
  'too-young': 'Debes tener al menos 16 años para registrarte',
  'password-wrong': 'La contraseña actual no es correcta.',
  'password-required': 'Escribe tu contraseña para continuar.',
  'sign-in-stale': 'Por seguridad, cierra la sesión y vuelve a entrar con Google para continuar.',
  'own-account': 'No puedes hacer esto con tu propia cuenta.',
  'last-administrator': 'Tiene que quedar al menos una cuenta de administración.',
  'birth-date-missing': 'Indica tu fecha de nacimiento en Ajustes antes de continuar.',
  'birth-date-known': 'Ya tenemos tu fecha de nacimiento. Si no es correcta, escríbenos.',
  'guardian-not-needed': 'No necesitas la autorización de nadie.',
  'own-email': 'Escribe el correo de tu madre, padre o tutor, no el tuyo.',
  'link-invalid': 'El enlace no es válido, ya se ha usado o ha caducado.',
  'mail-not-failed': 'Este correo no ha fallado: no hace falta enviarlo otra vez.',
  'guardian-consent-required':
    'Eres menor de edad: antes necesitamos la autorización de tu madre, padre o tutor. Puedes pedirla en tu panel, en Ajustes.',
  'health-consent-required':
    'Antes necesitamos tu consentimiento para tratar tus datos de salud. Puedes darlo en Ajustes.',
  'health-basis-required':
    'Ahora no puedes guardar datos de salud de este cliente: no ha dado su consentimiento, o lo ha retirado y los que había se están borrando. En su ficha pone qué falta y puedes indicar otra base legal.',
  'no-free-slots': 'Ahora mismo no hay ninguna hora libre. Abre más horas en el horario de la consulta.',
  'slot-taken': 'Esa hora ya está ocupada. Elige otra.',
  'hold-expired':
    'La hora que elegiste ya no está reservada. No te hemos cobrado nada: elige otra, o sigue sin elegir hora.',
  'summary-missing': 'Escribe antes el resumen para el cliente.',
  'too-many-holds':
    'Ahora mismo hay demasiadas horas reservadas sin pagar. Prueba otro día, o sigue sin elegir hora y la acordamos después.',
  'too-far': 'Esa fecha queda demasiado lejos: todavía no damos hora para ese día. Elige otro más cercano.',
  'too-soon': 'Esa hora ya ha pasado o está demasiado cerca. Elige otra con más antelación.',
  'too-late': 'Faltan menos de 24 horas para la consulta. Escríbenos y lo vemos contigo.',
  'too-many-coming': 'Ya tienes varias consultas pendientes. Cuando pase alguna podrás pedir otra.',
  'request-too-long': `Puedes pedir ${MAX_UNPAID_CONSULTATION_MINUTES} minutos como máximo. Elige una duración más corta.`,
  'outside-hours': 'A esa hora no atendemos. Elige otra dentro de nuestro horario.',
  'request-pending':
    'Ya nos has pedido una hora y está pendiente de confirmar. Cámbiala, o espera a que te respondamos para pedir otra.',
  'consultation-closed': 'Esta consulta ya no se puede cambiar.',
  'consultation-ahead':
    'Esta consulta todavía no ha empezado: hasta entonces no se puede marcar como completada ni anotar que el cliente no asistió.',
  'order-scheduled': 'Este pedido ya tiene una consulta en la agenda.',
  'pathway-contradicted': 'No puede estar en ese paso: lo que ya consta en su ficha lo lleva a otro.',
  'client-email-taken': 'Ya hay un cliente con este correo.',
  'client-email-in-import':
    'Este correo está en una importación sin terminar. Espera a que acabe, o termínala o descártala en «Importar CSV».',
  'rules-changed':
    'Mientras tenías abierta la página hemos cambiado lo que pasa con tu pago si no te presentas. No se ha cobrado nada: lee la regla de ahora y, si te parece bien, vuelve a pulsar.',
  'changed-meanwhile': 'Estos datos han cambiado mientras tanto. Recarga la página y vuelve a intentarlo.',
  'erasure-under-way':
    'Este cliente ha pedido que se eliminen sus datos: su cuenta está cerrada y se borrará sola cuando acabe su plazo para arrepentirse.',
  'invoices-kept':
    'Este cliente tiene pagos o facturas, y la ley obliga a conservar sus facturas durante seis años: todavía no se puede eliminar.',
  'payment-under-way': 'Este cliente tiene un pago en curso. Espera a que termine o caduque antes de eliminarlo.',
  'consultations-to-come': 'Este cliente tiene consultas pendientes. Cancélalas antes de eliminarlo.',
  'budget-active':
    'Hay un presupuesto aceptado en marcha. Cancélalo antes en «Presupuestos»: se devuelve lo pagado que no se haya usado.',
  'consultation-unused':
    'Tienes una consulta pagada que no has usado. Antes de eliminar tu cuenta cancélala en «Consultas» o escríbenos para que te devolvamos su importe: después ya no podríamos.',
  'payment-refunded': 'Este pago ya se ha devuelto.',
  'payment-disputed':
    'El cliente ha reclamado este pago a su banco y el banco retiene el dinero: no se puede devolver hasta que decida. Responde en Stripe, si el banco admite respuesta, o acepta allí la disputa si le das la razón.',
  'address-proven': 'Este cliente ya ha confirmado su correo: el pago es suyo y no se puede devolver desde aquí.',
  'import-incomplete': 'Faltan filas por guardar. Reintenta la importación o descártala.',
  'import-closed': 'Esta importación ya no se puede cambiar ni deshacer.',
  'check-in-closed': 'Esa semana ya ha terminado y no se puede cambiar.',
  'dose-not-due': 'Esa toma ya no se puede marcar: no está prevista para ese día o ha pasado más de una semana.',
  'budget-outdated': 'El presupuesto ha cambiado desde que lo abriste. Míralo otra vez antes de seguir.',
  'budget-expired': 'El plazo de este presupuesto ha terminado.',
  'budget-part-unpaid': 'Antes hay que pagar la parte del presupuesto que cubre esto. La encuentras en «Presupuestos».',
  'budget-closed': 'Este presupuesto ya no se puede cambiar.',
  'file-missing': 'El archivo no ha llegado entero. Vuelve a subirlo.',
  'report-gone': 'El informe ya no está entre los archivos: elige otro o «Sin informe».',
  'export-not-zip': 'La respuesta no es un archivo ZIP válido',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  'payment-unavailable': 'El servicio de pago no está disponible en este momento. Inténtalo de nuevo en unos minutos.',
}
