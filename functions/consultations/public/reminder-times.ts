/**
 * Hours before the start after which a delayed day reminder is dropped: the reminder of the hour before follows soon,
 * and of two mails in a row neither is read.
 */
export const LATEST_DAY_REMINDER_HOURS = 3
