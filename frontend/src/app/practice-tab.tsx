import { Agenda } from '../features/consultations/agenda.tsx'
import { CustomerList } from '../features/customers/customer-list.tsx'

/** `?tab=customers`: the day's work, and everybody the practice looks after. */
export const PracticeTab = () => (
  <>
    <Agenda />
    <CustomerList />
  </>
)
