"""Runs Orca with a speech server that writes what it is given to standard output, as lines of JSON:

    {"key": "Tab"}                     Orca received the press of a key.
    {"say": "Liste"}                   Orca spoke.
    {"event": "object:..."}            Orca received or processed an accessibility event; at most one line each 20 ms.

Speech takes no time here: an utterance ends when it begins. Orca reads no settings of the user who runs it.

Usage: /usr/bin/python3 spoken-orca.py DIRECTORY    DIRECTORY is for Orca's settings.
"""

import json
import sys
import time

sys.argv[0] = "orca"

from orca import event_manager, speech, speechserver  # noqa: E402


def write(**fields):
    sys.stdout.write(json.dumps(fields, ensure_ascii=False) + "\n")
    sys.stdout.flush()


class WrittenSpeech(speechserver.SpeechServer):
    def speak(self, text=None, acss=None, interrupt=True):
        if text and text.strip():
            write(say=text)

    def speakCharacter(self, character, acss=None):
        write(say=character)

    def sayAll(self, utterances, callback):
        for context, voice in utterances:
            self.speak(context.utterance, voice)
            callback(context, speechserver.SayAllContext.COMPLETED)


def report_after(name, describe):
    original = getattr(event_manager.EventManager, name)

    def method(self, *parameters):
        try:
            return original(self, *parameters)
        finally:
            describe(*parameters)

    setattr(event_manager.EventManager, name, method)


last_event = 0


def report_event(event=None):
    global last_event
    if time.monotonic() - last_event > 0.02:
        last_event = time.monotonic()
        write(event=getattr(event, "type", ""))


def report_key(event):
    if int(event.type) == 0:
        write(key=event.event_string)


report_after("_enqueue", report_event)
report_after("_dequeue", report_event)
report_after("_processKeyboardEvent", report_key)

# Orca starts no other speech server while this is set.
speech._speechserver = WrittenSpeech()
speech.shutdown = lambda: None

from orca import orca  # noqa: E402

orca.getSettingsManager().activate(
    sys.argv[1],
    {
        # Do not speak the names of pressed keys.
        "enableKeyEcho": False,
        # Do not read a whole page when it is loaded: a journey presses a key for that.
        "sayAllOnLoad": False,
        "enableBraille": False,
        "enableSound": False,
    },
)
sys.exit(orca.main())
