import { isValidElement } from 'react'
import { createRoutesFromElements, matchRoutes, Route, useRoutes } from 'react-router-dom'
import { Dashboard, Guard } from './app/guard.tsx'
import { HashRules } from './app/hash-rules.tsx'
import { NotFoundPage } from './app/not-found-page.tsx'
import { PublicShell, PlainShell } from './app/shell.tsx'
import { isLazyPage, page } from './site/page.tsx'
import { LeaveGuard } from './ui/leave-guard.tsx'

const LandingPage = page(async () => (await import('./features/landing/landing-page.tsx')).LandingPage)
const SalesPage = page(async () => (await import('./features/payments/sales-page.tsx')).SalesPage)
const PurchasePage = page(async () => (await import('./features/payments/purchase-page.tsx')).PurchasePage)
const SuccessPage = page(async () => (await import('./features/payments/success-page.tsx')).SuccessPage)
const PaidPage = page(async () => (await import('./features/payments/paid-page.tsx')).PaidPage)
const CanceledPage = page(async () => (await import('./features/payments/canceled-page.tsx')).CanceledPage)
const AuthPage = page(async () => (await import('./features/account/auth-page.tsx')).AuthPage)
const VerifyPage = page(async () => (await import('./features/account/verify-page.tsx')).VerifyPage)
const RegisterPage = page(async () => (await import('./app/register-page.tsx')).RegisterPage)
const OAuthCallbackPage = page(
  async () => (await import('./features/account/oauth-callback-page.tsx')).OAuthCallbackPage,
)
const ResetPage = page(async () => (await import('./features/account/reset-page.tsx')).ResetPage)
const ReactivatePage = page(async () => (await import('./features/account/reactivate-page.tsx')).ReactivatePage)
const GuardianPage = page(async () => (await import('./features/account/guardian-page.tsx')).GuardianPage)
const UndoPage = page(async () => (await import('./features/privacy/undo-page.tsx')).UndoPage)
const TermsPage = page(async () => (await import('./features/legal/legal-pages.tsx')).TermsPage)
const PrivacyPage = page(async () => (await import('./features/legal/legal-pages.tsx')).PrivacyPage)
const CookiesPage = page(async () => (await import('./features/legal/legal-pages.tsx')).CookiesPage)
const LegalNoticePage = page(async () => (await import('./features/legal/legal-pages.tsx')).LegalNoticePage)
const WithdrawalPage = page(async () => (await import('./features/withdrawals/withdrawal-page.tsx')).WithdrawalPage)
const ClientPage = page(async () => (await import('./app/client-page.tsx')).ClientPage)
const AdminPage = page(async () => (await import('./app/admin-page.tsx')).AdminPage)
/** Not split into a chunk of its own: the 404 document is hydrated like other public pages. */
const UnknownPage = page(async () => NotFoundPage)
const RecordPage = page(async () => (await import('./app/record-page.tsx')).RecordPage)

const routes = createRoutesFromElements(
  <>
    <Route element={<PublicShell />}>
      <Route path="/" element={<LandingPage />} />
      <Route path="/primera-consulta" element={<SalesPage />} />
      <Route path="/terminos" element={<TermsPage />} />
      <Route path="/privacidad" element={<PrivacyPage />} />
      <Route path="/cookies" element={<CookiesPage />} />
      <Route path="/aviso-legal" element={<LegalNoticePage />} />
      <Route path="/desistimiento" element={<WithdrawalPage />} />
    </Route>
    <Route element={<PlainShell />}>
      <Route path="/comprar" element={<PurchasePage />} />
      <Route path="/payment-success" element={<SuccessPage />} />
      <Route path="/pago-exitoso" element={<PaidPage />} />
      <Route path="/payment-canceled" element={<CanceledPage />} />
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/auth/callback" element={<VerifyPage />} />
      <Route path="/oauth-callback" element={<OAuthCallbackPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/reset-password" element={<ResetPage />} />
      <Route path="/reactivar" element={<ReactivatePage />} />
      <Route path="/deshacer-eliminacion" element={<UndoPage />} />
      <Route path="/autorizacion" element={<GuardianPage />} />
      <Route element={<Guard allow={['administrador', 'cliente']} />}>
        <Route path="/dashboard" element={<Dashboard />} />
      </Route>
      <Route element={<Guard allow="administrador" />}>
        <Route path="/admin" element={<AdminPage />} />
        <Route path="/client/:customerId" element={<RecordPage />} />
      </Route>
      <Route element={<Guard allow="cliente" />}>
        <Route path="/client" element={<ClientPage />} />
      </Route>
      <Route path="*" element={<UnknownPage />} />
    </Route>
  </>,
)

const Pages = () => useRoutes(routes)

export const Router = () => (
  <LeaveGuard>
    <HashRules>
      <Pages />
    </HashRules>
  </LeaveGuard>
)

export async function loadPage(path: string): Promise<void> {
  const elements = (matchRoutes(routes, path) ?? []).map(({ route }) => route.element)
  const pages = elements.map((element) => isValidElement(element) && element.type).filter(isLazyPage)
  await Promise.all(pages.map(({ load }) => load()))
}
