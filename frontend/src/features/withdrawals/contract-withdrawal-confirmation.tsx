import { PRACTICE_TIME_ZONE } from '#contract/product'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { type ContractWithdrawalDeclaration, ContractWithdrawalStatement } from './contract-withdrawal-review.tsx'

interface ContractWithdrawalConfirmationProps {
  readonly declaration: ContractWithdrawalDeclaration
  readonly receipt: { readonly withdrawalId: string; readonly requestedAt: string; readonly mailed: boolean }
}

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeStyle: 'medium', timeZone: PRACTICE_TIME_ZONE })

/** The mail confirms time and reference, without the text of the declaration. */
export const ContractWithdrawalConfirmation = ({ declaration, receipt }: ContractWithdrawalConfirmationProps) => (
  <>
    <h2 id="desistir-titulo" tabIndex={-1} ref={focusOnMount}>
      Hemos recibido tu desistimiento
    </h2>
    <NoticeBox>
      <p>
        {receipt.mailed
          ? `Te enviamos a ${declaration.email} un justificante con la fecha, la hora y la referencia. Si no lo ves en unos minutos, mira en la carpeta de correo no deseado. Por seguridad no repite lo que has escrito: guarda o imprime esta página.`
          : 'Hoy ya hemos enviado varios justificantes a esa dirección, así que este no te llegará por correo: guarda o imprime esta página.'}
      </p>
    </NoticeBox>
    <p>
      Recibido el <strong>{when.format(new Date(receipt.requestedAt))}</strong> (hora peninsular española).
    </p>
    <ContractWithdrawalStatement declaration={declaration} />
    <p className="withdrawal-reference">Referencia: {receipt.withdrawalId}</p>
    <p>
      Revisaremos tu contrato y te responderemos por correo. Si el desistimiento procede, recibirás la devolución en un
      plazo máximo de 14 días naturales.
    </p>
    <Button variant="secondary" onClick={() => window.print()}>
      Imprimir esta página
    </Button>
  </>
)
