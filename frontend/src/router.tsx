import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { Dashboard, Guard } from './app/guard.tsx'
import { HashRules } from './app/hash-rules.tsx'
import { NotFoundPage } from './app/not-found-page.tsx'
import { PublicShell, QuietShell } from './app/shell.tsx'

const LandingPage = lazy(async () => ({ default: (await import('./features/landing/landing-page.tsx')).LandingPage }))
const SalesPage = lazy(async () => ({ default: (await import('./features/payments/sales-page.tsx')).SalesPage }))
const PurchasePage = lazy(async () => ({
  default: (await import('./features/payments/purchase-page.tsx')).PurchasePage,
}))
const SuccessPage = lazy(async () => ({ default: (await import('./features/payments/success-page.tsx')).SuccessPage }))
const PaidPage = lazy(async () => ({ default: (await import('./features/payments/paid-page.tsx')).PaidPage }))
const CanceledPage = lazy(async () => ({
  default: (await import('./features/payments/canceled-page.tsx')).CanceledPage,
}))
const AuthPage = lazy(async () => ({ default: (await import('./features/account/auth-page.tsx')).AuthPage }))
const VerifyPage = lazy(async () => ({ default: (await import('./features/account/verify-page.tsx')).VerifyPage }))
const RegisterPage = lazy(async () => ({
  default: (await import('./app/register-page.tsx')).RegisterPage,
}))
const OAuthCallbackPage = lazy(async () => ({
  default: (await import('./features/account/oauth-callback-page.tsx')).OAuthCallbackPage,
}))
const ResetPage = lazy(async () => ({ default: (await import('./features/account/reset-page.tsx')).ResetPage }))
const TermsPage = lazy(async () => ({ default: (await import('./features/legal/legal-pages.tsx')).TermsPage }))
const PrivacyPage = lazy(async () => ({ default: (await import('./features/legal/legal-pages.tsx')).PrivacyPage }))
const CookiesPage = lazy(async () => ({ default: (await import('./features/legal/legal-pages.tsx')).CookiesPage }))
const ClientPage = lazy(async () => ({ default: (await import('./app/client-page.tsx')).ClientPage }))
const AdminPage = lazy(async () => ({ default: (await import('./app/admin-page.tsx')).AdminPage }))
const RecordPage = lazy(async () => ({ default: (await import('./features/customers/record-page.tsx')).RecordPage }))

/** The product on one screen. */
export const Router = () => (
  <HashRules>
    <Pages />
  </HashRules>
)

const Pages = () => (
  <Routes>
    <Route element={<PublicShell />}>
      <Route path="/" element={<LandingPage />} />
      <Route path="/primera-consulta" element={<SalesPage />} />
      <Route path="/terminos" element={<TermsPage />} />
      <Route path="/privacidad" element={<PrivacyPage />} />
      <Route path="/cookies" element={<CookiesPage />} />
    </Route>
    <Route element={<QuietShell />}>
      <Route path="/comprar" element={<PurchasePage />} />
      <Route path="/payment-success" element={<SuccessPage />} />
      <Route path="/pago-exitoso" element={<PaidPage />} />
      <Route path="/payment-canceled" element={<CanceledPage />} />
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/auth/callback" element={<VerifyPage />} />
      <Route path="/oauth-callback" element={<OAuthCallbackPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/reset-password" element={<ResetPage />} />
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
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
