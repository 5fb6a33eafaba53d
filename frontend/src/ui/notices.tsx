import { Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import './notices.css'

const milliseconds = 4000

/** Where notices appear. One for the whole application; at the top, because the button to go on with stands at the bottom. */
export const Notices = () => (
  <Toaster
    position="top-right"
    offset="5rem"
    mobileOffset={{ top: '5rem' }}
    duration={milliseconds}
    visibleToasts={3}
    gap={14}
    hotkey={['altKey', 'KeyT']}
    closeButton
    containerAriaLabel="Avisos"
    toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso', className: 'notice' }}
  />
)
