/** The Danish texts of the year, loaded with its code. */
export const da = {
  /** In the legend, after `isUnread`. */
  isRead: 'Læst',
  /** How the keys work in the year. */
  yearKeyboardHelp:
    'Piletaster: skift måned. Page Up/Down: skift år. Home/End: første og sidste måned. Enter: åbn måneden.',
};
