/** What GuardDuty says of a version in which it found nothing. */
export const CLEAN_SCAN_STATUS = 'NO_THREATS_FOUND'
