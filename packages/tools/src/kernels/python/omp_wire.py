"""The lines of JSON to and from the host, and the streams that user code prints to."""
import io
import json
import os
import sys
import threading
import time

FLUSH_SECONDS = 0.05
FLUSH_CHARACTERS = 8192


class Wire:
    def __init__(self):
        self.lock = threading.RLock()
        self.request_id = ""
        self.is_interrupted = False
        self.is_writing = False
        self.main_thread = threading.get_ident()
        self.input = os.fdopen(os.dup(0), "rb")
        self.output = os.fdopen(os.dup(1), "wb")
        # What is printed past Python, by children for example, goes to the second stream, and there is nothing to read.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        self.streams = [Stream(self, "stdout", 1), Stream(self, "stderr", 2)]
        self.speaking = self.streams[0]
        sys.stdout, sys.stderr = self.streams
        sys.__stdout__, sys.__stderr__ = self.streams
        sys.stdin = open(os.devnull)

    def requests(self):
        while True:
            line = self.input.readline()
            if not line:
                return
            yield json.loads(line)

    def restore_streams(self):
        """A cell that has done away with its streams must not take the output of the next."""
        for name, stream in zip(("stdout", "stderr"), self.streams):
            given = getattr(sys, name, None)
            if given is None or getattr(given, "closed", False):
                setattr(sys, name, stream)

    def begin(self, request_id):
        self.request_id = request_id
        self.is_interrupted = False
        self.send({"type": "started"})

    def end(self, frame):
        os.write(2, b"\0" + self.request_id.encode() + b"\0")
        self.send({"type": "done", **frame})

    def send(self, frame):
        self.flush()
        self.write(frame)

    def flush(self):
        for stream in self.streams:
            stream.flush()

    def write(self, frame):
        line = json.dumps({**frame, "id": self.request_id}, default=repr)
        is_main = threading.get_ident() == self.main_thread
        if is_main:
            self.is_writing = True
        with self.lock:
            self.output.write(line.encode() + b"\n")
            self.output.flush()
        if is_main:
            self.is_writing = False
            if self.is_interrupted:
                self.is_interrupted = False
                raise KeyboardInterrupt

    def interrupt(self):
        # A line that is half written would be the end of the conversation.
        if self.is_writing:
            self.is_interrupted = True
        else:
            raise KeyboardInterrupt


class Stream(io.TextIOBase):
    """Hands on what is printed, not every piece by itself, but soon."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, wire, kind, number):
        self.wire = wire
        self.kind = kind
        self.number = number
        self.pieces = []
        self.size = 0
        self.flushed_at = 0.0
        self.will_flush = False
        self.is_waiting = threading.Event()
        self.flusher = None
        self.buffer = ByteStream(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        if self.wire.speaking is not self:
            # What was printed to the other stream comes first.
            self.wire.speaking.flush()
            self.wire.speaking = self
        with self.wire.lock:
            self.pieces.append(text)
            self.size += len(text)
        if self.size > FLUSH_CHARACTERS:
            self.flush()
        elif not self.will_flush:
            self.flush_soon()
        return len(text)

    def flush_soon(self):
        if time.monotonic() - self.flushed_at > FLUSH_SECONDS:
            self.flush()
        else:
            self.flush_later()

    def flush(self):
        with self.wire.lock:
            if not self.pieces:
                return
            text = "".join(self.pieces)
            self.pieces, self.size = [], 0
            self.flushed_at = time.monotonic()
        self.wire.write({"type": self.kind, "data": text})

    def flush_later(self):
        if self.flusher is None:
            self.flusher = threading.Thread(target=self.keep_flushing, daemon=True)
            self.flusher.start()
        self.will_flush = True
        self.is_waiting.set()

    def keep_flushing(self):
        while True:
            self.is_waiting.wait()
            self.is_waiting.clear()
            time.sleep(FLUSH_SECONDS)
            self.will_flush = False
            self.flush()

    def writable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        return self.number


class ByteStream(io.RawIOBase):
    def __init__(self, stream):
        self.stream = stream

    def write(self, data):
        self.stream.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def writable(self):
        return True

    def flush(self):
        self.stream.flush()
