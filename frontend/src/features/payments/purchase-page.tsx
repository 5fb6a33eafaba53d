import { Link } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { LoadingScreen } from '../../app/screens.tsx'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ClientPurchase } from './client-purchase.tsx'
import { NewAccountPurchase } from './new-account-purchase.tsx'
import './purchase.css'

const AdministratorNotice = () => (
  <>
    <h1>Comprar</h1>
    <p>Has iniciado sesión con una cuenta de administración, que no puede comprar consultas.</p>
    <p>
      <Link to="/admin">Ir al panel de administración</Link>
    </p>
  </>
)

/** `/comprar`: an account and its first payment in one go; who has an account only pays. */
export function PurchasePage() {
  const { loading, userRole } = useAuth()
  if (loading) return <LoadingScreen />
  return (
    <CardPage wide>
      <PageHead
        title="Comprar tu primera consulta"
        description="Crea tu cuenta y paga de forma segura tu primera consulta de microbiota intestinal."
        canonicalPath="/comprar"
      />
      {userRole === 'cliente' && <ClientPurchase />}
      {userRole === 'administrador' && <AdministratorNotice />}
      {!userRole && <NewAccountPurchase />}
    </CardPage>
  )
}
