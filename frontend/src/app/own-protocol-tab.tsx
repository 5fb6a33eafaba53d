import { OwnWeeks } from '../features/questionnaire/own-weeks.tsx'
import { OwnSupplementsTab } from '../features/supplements/own-supplements-tab.tsx'

/** `?tab=supplements`: what is taken, and how the weeks went meanwhile. */
export const OwnProtocolTab = () => (
  <>
    <OwnSupplementsTab />
    <OwnWeeks />
  </>
)
