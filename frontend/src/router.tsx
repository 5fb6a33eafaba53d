import { isValidElement, useLayoutEffect, useState } from 'react'
import { createRoutesFromElements, matchRoutes, Route, useLocation, useRoutes } from 'react-router-dom'
import { AuthUrlHashGuard } from './app/auth-url-hash-guard.tsx'
import { PublicPageLayout, PlainPageLayout } from './app/page-layouts.tsx'
import { usePageScroll } from './app/use-page-scroll.ts'
import { createLazyPage, isLazyComponent } from './site/lazy-page.ts'
import { lazy } from './ui/lazy.tsx'
import { UnsavedWorkGuard } from './ui/unsaved-work-guard.tsx'

const LandingPage = createLazyPage(async () => (await import('./features/landing/landing-page.tsx')).LandingPage)
const SalesPage = createLazyPage(async () => (await import('./features/payments/sales-page.tsx')).SalesPage)
const PurchasePage = createLazyPage(async () => (await import('./features/payments/purchase-page.tsx')).PurchasePage)
const SuccessPage = createLazyPage(
  async () => (await import('./features/payments/success-page.tsx')).PaymentConfirmationPage,
)
const PaidPage = createLazyPage(async () => (await import('./features/payments/paid-page.tsx')).PaymentCompletedPage)
const CanceledPage = createLazyPage(
  async () => (await import('./features/payments/canceled-page.tsx')).PaymentCanceledPage,
)
const AuthPage = createLazyPage(async () => (await import('./features/account/auth-page.tsx')).SignInPage)
const VerifyPage = createLazyPage(async () => (await import('./features/account/verify-page.tsx')).VerifyEmailPage)
const RegisterPage = createLazyPage(async () => (await import('./app/register-page.tsx')).RegisterPage)
const OAuthCallbackPage = createLazyPage(
  async () => (await import('./features/account/oauth-callback-page.tsx')).OAuthCallbackPage,
)
const ResetPage = createLazyPage(async () => (await import('./features/account/reset-page.tsx')).PasswordResetPage)
const ConfirmAttendancePage = createLazyPage(
  async () => (await import('./features/consultations/confirm-attendance-page.tsx')).ConfirmAttendancePage,
)
const ReactivatePage = createLazyPage(
  async () => (await import('./features/account/reactivate-page.tsx')).ReactivateAccountPage,
)
const GuardianPage = createLazyPage(
  async () => (await import('./features/account/guardian-page.tsx')).GuardianConsentPage,
)
const UndoPage = createLazyPage(
  async () => (await import('./features/privacy/undo-account-deletion-page.tsx')).UndoAccountDeletionPage,
)
const FreedHourPage = createLazyPage(
  async () => (await import('./features/consultations/freed-hour-page.tsx')).FreedHourPage,
)
const ChooseHourPage = createLazyPage(
  async () => (await import('./features/consultations/choose-hour-page.tsx')).ChooseHourPage,
)
const TermsPage = createLazyPage(async () => (await import('./features/legal/legal-pages.tsx')).TermsPage)
const PrivacyPage = createLazyPage(async () => (await import('./features/legal/legal-pages.tsx')).PrivacyPage)
const CookiesPage = createLazyPage(async () => (await import('./features/legal/legal-pages.tsx')).CookiesPage)
const LegalNoticePage = createLazyPage(async () => (await import('./features/legal/legal-pages.tsx')).LegalNoticePage)
const ContractWithdrawalPage = createLazyPage(
  async () => (await import('./features/withdrawals/contract-withdrawal-page.tsx')).ContractWithdrawalPage,
)
/** Loaded only with a session: one more file, which the panels' documents preload. */
const panels = () => import('./app/panel-pages.tsx')
type Guard = 'AdministratorGuard' | 'AnyRoleGuard' | 'CallGuard' | 'ClientGuard'
const createGuard = (name: Guard) => lazy(async () => ({ default: (await panels())[name] }))
const AdministratorGuard = createGuard('AdministratorGuard')
const AnyRoleGuard = createGuard('AnyRoleGuard')
const CallGuard = createGuard('CallGuard')
const ClientGuard = createGuard('ClientGuard')
type PanelPage = keyof Awaited<ReturnType<typeof panels>>['panelPages']
const createPanelPage = (name: PanelPage) => createLazyPage(async () => (await panels()).panelPages[name]())
const RoleHomeRedirect = createLazyPage(async () => (await panels()).RoleHomeRedirect)
const ClientPage = createPanelPage('client')
const PathwayPage = createPanelPage('pathway')
const OwnMessagesPage = createPanelPage('ownMessages')
const BudgetsPage = createPanelPage('budgets')
const JoinConsultationPage = createPanelPage('joinConsultation')
const AdminPage = createPanelPage('admin')
const AgendaPage = createPanelPage('agenda')
const PracticeNoticesPage = createPanelPage('practiceNotices')
const OpeningHoursPage = createPanelPage('openingHours')
const RecordPage = createPanelPage('record')
const SessionNotesPage = createPanelPage('sessionNotes')
const CustomerMessagesPage = createPanelPage('customerMessages')
const ProtocolPage = createPanelPage('protocol')
const CustomerBudgetsPage = createPanelPage('customerBudgets')
const UnknownPage = createLazyPage(async () => (await import('./app/not-found-page.tsx')).NotFoundPage)

const routes = createRoutesFromElements(
  <>
    <Route element={<PublicPageLayout />}>
      <Route path="/" element={<LandingPage />} />
      <Route path="/primera-consulta" element={<SalesPage />} />
      <Route path="/terminos" element={<TermsPage />} />
      <Route path="/privacidad" element={<PrivacyPage />} />
      <Route path="/cookies" element={<CookiesPage />} />
      <Route path="/aviso-legal" element={<LegalNoticePage />} />
      <Route path="/desistimiento" element={<ContractWithdrawalPage />} />
    </Route>
    <Route element={<PlainPageLayout />}>
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
      <Route path="/confirmar-cita" element={<ConfirmAttendancePage />} />
      <Route path="/deshacer-eliminacion" element={<UndoPage />} />
      <Route path="/autorizacion" element={<GuardianPage />} />
      <Route path="/elegir-hora" element={<ChooseHourPage />} />
      <Route path="/hora-libre" element={<FreedHourPage />} />
      <Route element={<AnyRoleGuard />}>
        <Route path="/dashboard" element={<RoleHomeRedirect />} />
      </Route>
      <Route element={<AdministratorGuard />}>
        <Route path="/admin" element={<AdminPage />} />
        <Route path="/admin/agenda" element={<AgendaPage />} />
        <Route path="/admin/novedades" element={<PracticeNoticesPage />} />
        <Route path="/admin/horario" element={<OpeningHoursPage />} />
        <Route path="/client/:customerId" element={<RecordPage />} />
        <Route path="/client/:customerId/notas/:consultationId" element={<SessionNotesPage />} />
        <Route path="/client/:customerId/mensajes" element={<CustomerMessagesPage />} />
        <Route path="/client/:customerId/pauta" element={<ProtocolPage />} />
        <Route path="/client/:customerId/presupuestos" element={<CustomerBudgetsPage />} />
      </Route>
      <Route element={<ClientGuard />}>
        <Route path="/client" element={<ClientPage />} />
        <Route path="/client/proceso" element={<PathwayPage />} />
        <Route path="/client/mensajes" element={<OwnMessagesPage />} />
        <Route path="/client/presupuestos" element={<BudgetsPage />} />
      </Route>
      <Route element={<CallGuard />}>
        <Route path="/unirse/:consultationId" element={<JoinConsultationPage />} />
      </Route>
      <Route path="*" element={<UnknownPage />} />
    </Route>
  </>,
)

function Pages() {
  const wanted = useLocation()
  const [shown, setShown] = useState(wanted)
  const isReady =
    wanted.pathname === shown.pathname || listLazyPages(wanted.pathname).every(({ isLoaded }) => isLoaded())
  useLayoutEffect(() => {
    let isStillWanted = true
    const show = () => {
      if (isStillWanted) setShown(wanted)
    }
    if (isReady) show()
    // A failed download is repeated when the component renders, and its error is shown there.
    else preloadPage(wanted.pathname).then(show, show)
    return () => {
      isStillWanted = false
    }
  }, [wanted, isReady])
  const drawn = isReady ? wanted : shown
  usePageScroll(drawn)
  return useRoutes(routes, drawn)
}

export const AppRouter = () => (
  <UnsavedWorkGuard>
    <AuthUrlHashGuard>
      <Pages />
    </AuthUrlHashGuard>
  </UnsavedWorkGuard>
)

const listLazyPages = (path: string) =>
  (matchRoutes(routes, path) ?? [])
    .map(({ route: { element } }) => isValidElement(element) && element.type)
    .filter(isLazyComponent)

export async function preloadPage(path: string): Promise<void> {
  await Promise.all(listLazyPages(path).map(({ load }) => load()))
}
