import { RoleGuard, RoleHomeRedirect } from './role-guard.tsx'

/*
 * Pages behind the sign-in. Not in router.tsx, because the bundler lists the files of each `import()` beside it: 3 kB
 * that a visitor does not need.
 */

export { RoleHomeRedirect }

export const AnyRoleGuard = () => <RoleGuard allow={['administrador', 'cliente']} />
export const AdministratorGuard = () => <RoleGuard allow="administrador" />
export const ClientGuard = () => <RoleGuard allow="cliente" />
export const CallGuard = () => <RoleGuard allow="cliente" elsewhere="/admin/agenda?view=day" />

export const panelPages = {
  client: async () => (await import('./client-page.tsx')).loadClientPanelPage(),
  pathway: async () => (await import('./pathway-page.tsx')).PathwayPage,
  ownMessages: async () => (await import('./own-messages-page.tsx')).OwnMessagesPage,
  budgets: async () => (await import('./budgets-page.tsx')).BudgetsPage,
  joinConsultation: async () => (await import('../features/consultations/join-page.tsx')).JoinConsultationPage,
  admin: async () => (await import('./admin-page.tsx')).AdminPage,
  agenda: async () => (await import('./agenda-page.tsx')).AgendaPage,
  practiceNotices: async () => (await import('./practice-notices-page.tsx')).PracticeNoticesPage,
  openingHours: async () => (await import('./opening-hours-page.tsx')).OpeningHoursPage,
  record: async () => (await import('./customer-record-page.tsx')).CustomerRecordPage,
  sessionNotes: async () => (await import('./session-notes-page.tsx')).SessionNotesPage,
  customerMessages: async () => (await import('./customer-messages-page.tsx')).CustomerMessagesPage,
  protocol: async () => (await import('./protocol-page.tsx')).ProtocolPage,
  customerBudgets: async () => (await import('./customer-budgets-page.tsx')).CustomerBudgetsPage,
}
