import { describeDosesIn } from '../../support/dosing-properties.ts'

describeDosesIn('America/New_York')
