import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { AuditAction } from '#contract/audit'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { formatMoment } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sheet } from '../../ui/panel.tsx'
import './timeline.css'

/** What a person reads for a line of the log. What is not named here is told as a change of the account. */
const words: Partial<Record<AuditAction, string>> = {
  ACCOUNT_CONFIRMED: 'Correo verificado',
  ACCOUNT_CREATED: 'Cuenta creada',
  ACCOUNT_DEACTIVATED: 'Cuenta desactivada',
  ACCOUNT_REACTIVATED: 'Cuenta reactivada',
  BIRTH_DATE_GIVEN: 'Fecha de nacimiento indicada',
  CLIENT_NOTIFIED: 'Aviso enviado',
  CONSULTATION_BOOKED: 'Consulta programada',
  CONSULTATION_CANCELLED: 'Consulta cancelada por el cliente',
  CONSULTATION_CHANGED: 'Consulta cambiada',
  CONSULTATION_MOVED: 'Consulta cambiada por el cliente',
  CONSULTATION_REMOVED: 'Consulta eliminada',
  CONSULTATION_REQUESTED: 'Consulta pedida por el cliente',
  CONSULTATION_STATUS_SET: 'Estado de una consulta cambiado',
  CUSTOMER_CHANGED: 'Datos del cliente cambiados',
  CUSTOMER_CREATED: 'Ficha creada',
  CUSTOMER_IMPORT_FINISHED: 'Ficha creada por una importación',
  CUSTOMER_LINKED: 'Cuenta vinculada a la ficha',
  CUSTOMER_REMOVED: 'Cliente eliminado',
  CUSTOMER_RESTORED: 'Cliente recuperado',
  DELETION_REQUESTED: 'Eliminación de la cuenta pedida por el cliente',
  DELETION_UNDONE: 'Eliminación de la cuenta anulada por el cliente',
  EXISTING_OWNER_MAILED: 'Aviso enviado: ya tenía cuenta',
  EXPORT_MADE: 'Descarga de datos preparada',
  EXPORT_REMOVED: 'Descarga de datos retirada',
  EXPORT_REQUESTED: 'Descarga de datos pedida',
  FILE_ADDED: 'Archivo añadido',
  FILE_OFFERED: 'Subida de un archivo iniciada',
  FILE_REJECTED: 'Archivo rechazado',
  FILE_REMOVED: 'Archivo eliminado',
  GOOGLE_LINKED: 'Acceso con Google vinculado',
  GOOGLE_UNLINKED: 'Acceso con Google desvinculado',
  GUARDIAN_ASKED: 'Autorización pedida al tutor',
  GUARDIAN_CONSENTED: 'Autorización del tutor recibida',
  LOGIN_FAILED: 'Intento de acceso fallido',
  LOGIN_RATE_LIMITED: 'Acceso bloqueado por demasiados intentos',
  MAIL_QUEUED_AGAIN: 'Correo puesto de nuevo en cola',
  MFA_CONFIRM_FAILED: 'Código de configuración incorrecto',
  MFA_DISABLED: 'Verificación en dos pasos desactivada',
  MFA_ENABLED: 'Verificación en dos pasos activada',
  MFA_ENROLMENT_ALLOWED: 'Configuración de la verificación en dos pasos permitida',
  MFA_ENROLMENT_STARTED: 'Configuración de la verificación en dos pasos iniciada',
  MFA_VERIFIED: 'Código de verificación correcto',
  MFA_VERIFY_FAILED: 'Código de verificación incorrecto',
  ORDER_CREATED: 'Compra iniciada',
  ORDER_EXPIRED: 'Compra caducada',
  PASSWORD_CHANGED: 'Contraseña cambiada',
  PAYMENT_COMPLETED: 'Pago recibido',
  PAYMENT_FAILED: 'Pago fallido',
  PAYMENT_REFUNDED: 'Pago reembolsado',
  QUESTIONNAIRE_SAVED: 'Cuestionario de salud guardado',
  REACTIVATION_MAILED: 'Correo para reactivar la cuenta enviado',
  RECOVERY_CODES_RENEWED: 'Códigos de recuperación renovados',
  RECOVERY_CODE_USED: 'Código de recuperación usado',
  REGISTRATION_COMPLETED: 'Registro completado',
  SESSIONS_ENDED: 'Sesiones cerradas',
  SESSION_ENDED: 'Sesión cerrada',
  SESSION_STARTED: 'Inicio de sesión',
  SETTINGS_CHANGED: 'Ajustes cambiados',
  SUPPLEMENT_ADDED: 'Suplemento añadido a la pauta',
  SUPPLEMENT_CHANGED: 'Suplemento cambiado',
  SUPPLEMENT_FINISHED: 'Suplemento finalizado',
  SUPPLEMENT_REMOVED: 'Suplemento eliminado',
  'UPDATE on user_roles': 'Rol cambiado',
  USER_INVITED: 'Invitación enviada',
  USER_REMOVED: 'Cuenta eliminada',
  WITHDRAWAL_REQUESTED: 'Desistimiento pedido',
}

/** Everything that happened with a client, newest first. */
export function Timeline({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(readPages(api.customers.timeline, { params: { customerId }, query: {} }))
  return (
    <Sheet id="timeline-title" title="Cronología">
      <PagedList list={list} loading="Cargando cronología..." empty="Todavía no ha pasado nada." problem={errorText}>
        {(entries) => (
          <ol className="timeline">
            {entries.map(({ auditId, at, action, by }) => (
              <li key={auditId}>
                <time dateTime={at}>{formatMoment(at)}</time>
                <span>{words[action] ?? 'Cambio en la cuenta'}</span>
                <span className="timeline-by">{by ?? 'Sistema'}</span>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Sheet>
  )
}
