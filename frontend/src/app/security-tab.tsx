import { SessionsSection } from '../features/account/sessions-section.tsx'
import { SecuritySection } from '../features/mfa/security-section.tsx'

/** How an account is protected: its second factor and where it is signed in. */
export const SecurityTab = () => (
  <>
    <SecuritySection />
    <SessionsSection />
  </>
)
